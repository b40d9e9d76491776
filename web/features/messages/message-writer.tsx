import { SendHorizontal } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { MESSAGE_MAX } from '#contracts/conference.ts';
import { sendMessage } from '#contracts/messages.ts';
import { MESSAGES_KEY } from '#web/entities/message/message.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';

interface MessageWriterProps {
  sessionId: string;
  /** Whom one writes to; null for everybody in a group. */
  to: string | null;
}

/** From here on one is told how much room is left. */
const NEARLY_FULL = MESSAGE_MAX - 200;

/** Writes a message. Enter sends it, with Shift it makes a new line, as in other chats. */
export function MessageWriter({ sessionId, to }: MessageWriterProps) {
  const [text, setText] = useState('');
  const sending = useCommand(sendMessage, {
    changes: [[...MESSAGES_KEY, 'conversation', sessionId]],
    failed: null,
  });
  const left = MESSAGE_MAX - text.length;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (body === '' || sending.pending) return;
    // What was typed meanwhile is the next message.
    sending.press({ sessionId, body }, () => setText((now) => (now === text ? '' : now)));
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      {sending.error && <FormError>{errorText(sending.error)}</FormError>}
      <Field
        label={to === null ? 'Écrire à tous' : `Écrire à ${to}`}
        hint={
          text.length > NEARLY_FULL
            ? `Encore ${String(left)} caractère${left > 1 ? 's' : ''}`
            : 'Entrée envoie, Maj + Entrée va à la ligne.'
        }
      >
        <Textarea
          value={text}
          rows={2}
          maxLength={MESSAGE_MAX}
          enterKeyHint="send"
          className="min-h-16"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // While a word is being composed (Chinese, Japanese…), Enter chooses it.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
      </Field>
      <div>
        <Button type="submit" loading={sending.pending} disabled={text.trim() === ''}>
          <SendHorizontal aria-hidden="true" />
          Envoyer
        </Button>
      </div>
    </form>
  );
}
