import { SendHorizontal } from 'lucide-react';
import * as z from 'zod/mini';
import { MESSAGE_MAX } from '#product/conference/contract.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { ATTACHMENTS_KEY } from '#web/entities/attachment/queries.ts';
import { MESSAGES_KEY } from '#web/entities/message/message.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { AttachmentPicker, receiveFiles, useFilesToSend, wordsOfFiles } from '#web/ui/attachment-picker.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';

interface MessageWriterProps {
  sessionId: string;
  /** Whom one writes to; null for everybody in a group. */
  to: string | null;
}

/** From this length on the writer shows how much room is left. */
const NEARLY_FULL = MESSAGE_MAX - 200;

const schema = z.object({ body: z.string().check(z.trim()) });

/** Writes a message. Enter sends it, with Shift it makes a new line, as in other chats. */
export function MessageWriter({ sessionId, to }: MessageWriterProps) {
  const sending = useCommand(sendMessage, {
    changes: [[...MESSAGES_KEY, 'conversation', sessionId], ATTACHMENTS_KEY],
  });
  const files = useFilesToSend();
  const form = useSchemaForm(
    schema,
    { body: '' },
    async ({ body }) => {
      const typed = form.getValues('body');
      if (files.busy || (body === '' && files.sent.length === 0)) return;
      await sending.run({ sessionId, body: body || wordsOfFiles(files.sent), files: files.sent });
      files.clear();
      // Text typed meanwhile is the next message.
      if (form.getValues('body') === typed) form.reset();
    },
    (error) => ({ text: errorText(error) }),
  );
  const text = form.watch('body');
  const left = MESSAGE_MAX - text.length;
  return (
    <form onSubmit={form.submit} className="grid gap-2.5" {...receiveFiles(files)}>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label={to === null ? 'Écrire à tous' : `Écrire à ${to}`}
        hint={
          text.length > NEARLY_FULL
            ? `Encore ${String(left)} caractère${left > 1 ? 's' : ''}`
            : 'Entrée envoie, Maj + Entrée va à la ligne.'
        }
      >
        <Textarea
          {...form.register('body')}
          rows={2}
          maxLength={MESSAGE_MAX}
          enterKeyHint="send"
          className="min-h-16"
          onKeyDown={(event) => {
            // While a word is being composed (Chinese, Japanese…), Enter chooses it.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing)
              form.submit(event);
          }}
        />
      </Field>
      <AttachmentPicker files={files} />
      <div>
        <Button
          type="submit"
          loading={form.busy}
          disabled={files.busy || (text.trim() === '' && files.sent.length === 0)}
        >
          <SendHorizontal aria-hidden="true" />
          Envoyer
        </Button>
      </div>
    </form>
  );
}
