import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { notePerson, SUPPORT_MESSAGE_MAX } from '#product/support/contract.ts';
import type { Person } from '#web/features/admin/users/person.tsx';
import { rowTime } from '#web/features/admin/users/person-business.tsx';
import { MOST, PersonPart } from '#web/features/admin/users/person-part.tsx';
import { personKey } from '#web/features/admin/users/person-query.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';

/** More notes than anybody reads of one person. */
const ALL = 200;

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_person_notes')
    .select('id,body,created_at,author_name,thread_id,thread_number', { count: 'exact' });
type Note = QueryData<ReturnType<typeof read>>[number];

const notesQuery = (id: string, most: number) =>
  queryOptions({
    queryKey: [...personKey(id), 'notes', most],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data, count } = await read(supabase)
        .eq('person_id', id)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(most)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, count: count ?? 0 };
    },
  });

const noteLine = ({ id, body, created_at: at, author_name, thread_id, thread_number }: Note) => (
  <li key={id} className="grid gap-1 border-t border-line px-5 py-3.5">
    <p dir="auto" className="text-small wrap-anywhere whitespace-pre-wrap">
      <LinkedText>{body ?? ''}</LinkedText>
    </p>
    <p className="num text-small text-muted">
      {author_name ?? 'Un ancien membre de l’équipe'}, {at && rowTime(at)}
      {thread_id !== null && thread_number !== null && (
        <>
          , dans{' '}
          <TextLink to={`/admin-dashboard/messages?thread=${thread_id}`}>
            {threadNumber(thread_number)}
          </TextLink>
        </>
      )}
    </p>
  </li>
);

/** What the team noted about a person, the last note first, and one more. */
export function PersonNotes({ person: { id } }: { person: Person }) {
  const [most, setMost] = useState(MOST);
  const notes = useQuery(notesQuery(id, most));
  return (
    <PersonPart
      title="Notes de l’équipe"
      query={notes}
      failed="Les notes n’ont pas pu être chargées."
      none="Aucune note."
      foot={
        <>
          {notes.data && notes.data.count > notes.data.rows.length && most !== ALL && (
            <div className="border-t border-line px-3 py-1">
              <Button tone="quiet" size="sm" className="min-h-11" onClick={() => setMost(ALL)}>
                Voir toutes les notes
              </Button>
            </div>
          )}
          <NoteForm personId={id} />
        </>
      }
    >
      {noteLine}
    </PersonPart>
  );
}

const schema = z.object({ body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre note')) });

function NoteForm({ personId }: { personId: string }) {
  const noting = useCommand(notePerson, { changes: [personKey(personId)], done: 'Note gardée' });
  const form = useSchemaForm(
    schema,
    { body: '' },
    async ({ body }) => {
      await noting.run({ personId, body });
      form.reset();
    },
    commandFailure,
  );
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-3 border-t border-line p-5">
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Noter pour l’équipe"
        hint="Cette personne ne la voit pas sur Loge, mais la reçoit si elle demande ses données."
        error={form.errors.body?.message}
      >
        <Textarea rows={2} className="min-h-20" maxLength={SUPPORT_MESSAGE_MAX} {...form.register('body')} />
      </Field>
      <Button type="submit" className="justify-self-start" loading={form.busy}>
        Garder la note
      </Button>
    </form>
  );
}
