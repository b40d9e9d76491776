import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { SUPPORT_MESSAGE_MAX } from '#product/support/contract.ts';
import { ANSWER_VARIABLES } from '#product/support/rules/support.ts';
import { Loaded } from '#web/features/admin/admin.tsx';
import { answersQuery, INBOX_KEY, type SavedAnswer } from '#web/features/admin/messages/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

const NEW = { id: null, title: '', body: '' };

/** The answers that the team gives often: written, changed and deleted here. */
export function SavedAnswers() {
  const [edited, setEdited] = useState<SavedAnswer | typeof NEW | null>(null);
  const saved = useQuery(answersQuery());
  return (
    <Dialog
      trigger={
        <Button>
          <MessageSquareText aria-hidden="true" />
          Réponses types
        </Button>
      }
      onOpenChange={() => setEdited(null)}
      title={
        edited === null ? 'Réponses types' : edited.id === null ? 'Nouvelle réponse' : 'Changer la réponse'
      }
      description={`Entre accolades, ce que la demande sait d’elle-même : ${ANSWER_VARIABLES.map((name) => `{{${name}}}`).join(', ')}.`}
    >
      {edited === null ? (
        <Loaded query={saved} failed="Les réponses n’ont pas pu être chargées">
          {(answers) => (
            <div className="grid gap-4">
              <ul className="grid">
                {answers.map((answer) => (
                  <li key={answer.id} className="border-b border-line last:border-b-0">
                    <button
                      type="button"
                      onClick={() => setEdited(answer)}
                      className="grid min-h-14 w-full content-center gap-0.5 rounded-sm px-2 py-2 text-left hover:bg-hover"
                    >
                      <span className="font-semibold wrap-anywhere">{answer.title}</span>
                      <span className="truncate text-kicker text-muted">{answer.body}</span>
                    </button>
                  </li>
                ))}
              </ul>
              <Button className="justify-self-start" onClick={() => setEdited(NEW)}>
                Ajouter une réponse
              </Button>
            </div>
          )}
        </Loaded>
      ) : (
        <AnswerFields answer={edited} onDone={() => setEdited(null)} />
      )}
    </Dialog>
  );
}

const schema = z.object({
  title: z
    .string()
    .check(z.trim(), z.minLength(3, 'Donnez-lui un nom'), z.maxLength(80, '80 caractères au plus')),
  body: z.string().check(z.trim(), z.minLength(3, 'Écrivez la réponse')),
});

function AnswerFields({ answer, onDone }: { answer: SavedAnswer | typeof NEW; onDone: () => void }) {
  const { id } = answer;
  const saving = useAction(
    async (values: { title: string; body: string }) => {
      const { supabase } = await loadClient();
      const answers = supabase.from('support_answers');
      await (id === null ? answers.insert(values) : answers.update(values).eq('id', id)).throwOnError();
    },
    { changes: [INBOX_KEY], done: 'Réponse enregistrée' },
  );
  const removing = useAction(
    async (removed: string) => {
      const { supabase } = await loadClient();
      await supabase.from('support_answers').delete().eq('id', removed).throwOnError();
    },
    { changes: [INBOX_KEY], done: 'Réponse supprimée', failed: 'Réponse non supprimée' },
  );
  const { register, submit, errors, busy, failure } = useSchemaForm(
    schema,
    { title: answer.title, body: answer.body },
    async (values) => {
      await saving.run(values);
      onDone();
    },
    (error) => ({ text: errorText(error) }),
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Nom" error={errors.title?.message} required>
        <Input maxLength={80} {...register('title')} />
      </Field>
      <Field label="Réponse" error={errors.body?.message} required>
        <Textarea rows={7} maxLength={SUPPORT_MESSAGE_MAX} {...register('body')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={busy}>
          Enregistrer
        </Button>
        <Button tone="quiet" onClick={onDone}>
          Revenir
        </Button>
        {id !== null && (
          <Button
            tone="quiet"
            className="text-live"
            loading={removing.pending}
            onClick={() => removing.press(id, onDone)}
          >
            Supprimer
          </Button>
        )}
      </div>
    </form>
  );
}
