import { SendHorizontal } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import { MESSAGE_MAX } from '#contracts/conference.ts';
import { send } from '#contracts/messages.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

interface MessageWriterProps {
  sessionId: string;
  /** Whom one writes to; null for everybody in a group. */
  to: string | null;
  onSent: () => void;
}

/** From here on one is told how much room is left. */
const NEARLY_FULL = MESSAGE_MAX - 200;

/** Writes a message. Enter sends it, with Shift it makes a new line, as in other chats. */
export function MessageWriter({ sessionId, to, onSent }: MessageWriterProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  /** One key for one message: sent again after a failure it is written once. */
  const key = useRef<{ text: string; key: string } | null>(null);
  const left = MESSAGE_MAX - text.length;

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (body === '' || sending) return;
    if (key.current?.text !== body) key.current = { text: body, key: crypto.randomUUID() };
    setSending(true);
    setFault(null);
    try {
      await callCommand(send, { sessionId, key: key.current.key, body });
      key.current = null;
      // What was typed meanwhile is the next message.
      setText((now) => (now === text ? '' : now));
      onSent();
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-2.5">
      {fault !== null && <FormError>{fault}</FormError>}
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
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing)
              void submit(event);
          }}
        />
      </Field>
      <div>
        <Button type="submit" loading={sending} disabled={text.trim() === ''}>
          <SendHorizontal aria-hidden="true" />
          Envoyer
        </Button>
      </div>
    </form>
  );
}
