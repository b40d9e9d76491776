import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { IntakeQuestion } from '#product/booking/rules/booking.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

/** As the contract of `booking/submit-intake` has it. */
const ANSWER_MAX = 2000;

interface IntakeFormProps {
  questions: readonly IntakeQuestion[];
  initial: Readonly<Record<string, string>>;
  /** Called at each keystroke, so that nothing typed is lost. */
  onType: (answers: Record<string, string>) => void;
  /** Null where there is nothing to submit yet: nobody is signed in. */
  onSubmit: ((answers: Record<string, string>) => void) | null;
  loading?: boolean;
  /** The server's errors: question id -> message. */
  errors?: Readonly<Record<string, string>>;
  /** The files sent along with the answers; nothing can be submitted while an upload runs. */
  files?: { busy: boolean; picker: ReactNode };
}

/** The streamer's questions. The first one without its answer gets the focus. */
export function IntakeForm({
  questions,
  initial,
  onType,
  onSubmit,
  loading = false,
  errors = {},
  files,
}: IntakeFormProps) {
  const [answers, setAnswers] = useState<Record<string, string>>({ ...initial });
  const [missing, setMissing] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);

  const type = (id: string, text: string) => {
    const next = { ...answers, [id]: text };
    setAnswers(next);
    setMissing(missing.filter((other) => other !== id));
    onType(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (loading || files?.busy || !onSubmit) return;
    const given = Object.fromEntries(questions.map(({ id }) => [id, (answers[id] ?? '').trim()]));
    const empty = questions.filter(({ id, required }) => required && given[id] === '').map(({ id }) => id);
    setMissing(empty);
    if (empty[0] === undefined) return onSubmit(given);
    form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(empty[0])}"]`)?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Questions" className="grid gap-5">
      {questions.map(({ id, label, required, long }) => {
        const shared = {
          name: id,
          value: answers[id] ?? '',
          maxLength: ANSWER_MAX,
          autoComplete: 'off',
        };
        return (
          <Field
            key={id}
            label={label}
            required={required}
            optional={!required}
            error={missing.includes(id) ? 'Une réponse est nécessaire' : errors[id]}
          >
            {long ? (
              <Textarea {...shared} rows={4} onChange={(event) => type(id, event.target.value)} />
            ) : (
              <Input {...shared} onChange={(event) => type(id, event.target.value)} />
            )}
          </Field>
        );
      })}
      {files?.picker}
      {onSubmit && (
        <Button
          type="submit"
          tone="spot"
          size="lg"
          loading={loading}
          disabled={files?.busy}
          className="sm:justify-self-start"
        >
          Continuer
        </Button>
      )}
    </form>
  );
}
