import { useQuery } from '@tanstack/react-query';
import { SendHorizontal, StickyNote } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { addNote, answerThread, SUPPORT_MESSAGE_MAX } from '#product/support/contract.ts';
import { type AnswerVariable, fillAnswer, unfilled } from '#product/support/rules/support.ts';
import { ATTACHMENTS_KEY } from '#web/entities/attachment/queries.ts';
import { answersQuery, INBOX_KEY, type Thread } from '#web/features/admin/messages/queries.ts';
import { formatMoney } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { AttachmentPicker, receiveFiles, useFilesToSend } from '#web/ui/attachment-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const schema = z.object({ body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre message')) });

/** The values of a thread that a saved answer can fill in. */
function knownOf({
  name,
  number,
  person,
  booking,
  paymentId,
  me,
}: Thread): Partial<Record<AnswerVariable, string>> {
  // A saved answer says that this amount went back. What went back of another payment, or nothing
  // yet, is for the team to write.
  const refunded = person?.payments.find(({ id }) => id === paymentId)?.refundedCents ?? 0;
  return {
    prénom: person?.firstName ?? name.split(' ')[0] ?? name,
    demande: threadNumber(number),
    ...(booking ? { session: booking.title } : {}),
    ...(booking?.streamer ? { streamer: booking.streamer } : {}),
    ...(refunded > 0 ? { montant: formatMoney(refunded) } : {}),
    ...(me ? { moi: me } : {}),
  };
}

/** Answers, from a saved answer or not; or notes something that the person never reads. */
export function AnswerForm({ thread }: { thread: Thread }) {
  const saved = useQuery(answersQuery());
  const [noting, setNoting] = useState(false);
  const answering = useCommand(answerThread, {
    changes: [INBOX_KEY, ATTACHMENTS_KEY],
    done: 'Réponse envoyée',
  });
  const notes = useCommand(addNote, { changes: [INBOX_KEY] });
  const seen = thread.messages.at(-1)?.id ?? '0';
  const threadId = thread.id;
  const files = useFilesToSend();
  const form = useSchemaForm(
    schema,
    { body: '' },
    async ({ body }) => {
      if (noting) await notes.run({ threadId, body });
      else {
        await answering.run({ threadId, body, seen, state: 'waiting', files: files.sent });
        files.clear();
      }
      form.reset();
    },
    commandFailure,
  );
  const text = form.watch('body');
  const left = noting ? [] : unfilled(text);
  const settle = () =>
    form.handleSubmit(async ({ body }) => {
      const sent = await form.attempt(() =>
        answering.run({ threadId, body, seen, state: 'resolved', files: files.sent }),
      );
      if (!sent) return;
      files.clear();
      form.reset();
    })();
  return (
    <form
      data-answer
      onSubmit={form.submit}
      noValidate
      className="grid gap-3 border-t border-line pt-4"
      {...(noting ? {} : receiveFiles(files))}
    >
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <div className="flex flex-wrap items-center gap-3">
        {!noting && (
          <Select
            className="min-w-0 grow basis-52 sm:max-w-72"
            aria-label="Réponse type"
            placeholder="Réponse type…"
            options={(saved.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            value=""
            onChange={(event) => {
              const chosen = saved.data?.find(({ id }) => id === event.target.value);
              if (!chosen) return;
              const filled = fillAnswer(chosen.body, knownOf(thread));
              form.setValue('body', text.trim() === '' ? filled : `${text}\n\n${filled}`);
              form.setFocus('body');
            }}
          />
        )}
        <Button tone="quiet" aria-pressed={noting} onClick={() => setNoting(!noting)}>
          <StickyNote aria-hidden="true" />
          {noting ? 'Répondre plutôt' : 'Note interne'}
        </Button>
      </div>
      <Field
        label={noting ? 'Note pour l’équipe, jamais montrée à la personne' : `Répondre à ${thread.name}`}
        hint={left.length > 0 ? `À compléter avant d’envoyer : ${left.join(', ')}` : undefined}
        error={form.errors.body?.message}
      >
        <Textarea rows={4} maxLength={SUPPORT_MESSAGE_MAX} {...form.register('body')} />
      </Field>
      {!noting && <AttachmentPicker files={files} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          tone="spot"
          loading={form.busy}
          disabled={left.length > 0 || (files.busy && !noting)}
        >
          {noting ? <StickyNote aria-hidden="true" /> : <SendHorizontal aria-hidden="true" />}
          {noting ? 'Noter' : 'Envoyer'}
        </Button>
        {!noting && (
          <Button disabled={left.length > 0 || form.busy || files.busy} onClick={() => void settle()}>
            Envoyer et résoudre
          </Button>
        )}
      </div>
    </form>
  );
}
