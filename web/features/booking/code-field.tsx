import { Tag } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CODE_PATTERN, codeOf } from '#product/commerce/rules/discount.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface CodeFieldProps {
  booking: BookingDetails;
  commands: BookingCommands;
  /** A code that a link brought along: it is taken at once. */
  asked: string | null;
  onAsked: () => void;
}

/** Why a code was refused, with the price from which it applies where that is known. */
function refusalText(error: Error): string {
  const least = error instanceof CommandError ? error.details.leastPriceCents : null;
  return typeof least === 'number'
    ? `${errorText(error)} Il vaut à partir de ${formatMoney(least)}.`
    : errorText(error);
}

/** « J'ai un code »: takes one that makes the held place cheaper, or lays it down. */
export function CodeField({ booking, commands, asked, onAsked }: CodeFieldProps) {
  const { takeCode, dropCode } = commands;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { id: bookingId, discount_code: taken, paying, price_cents: price } = booking;
  const closed = paying || price === 0;

  const { press } = takeCode;
  const brought = useRef<string | null>(null);
  useEffect(() => {
    if (asked === null || closed || brought.current === asked) return;
    brought.current = asked;
    if (asked !== taken) press({ bookingId, code: asked });
    setTyped(asked);
    setOpen(true);
    onAsked();
  }, [asked, closed, taken, bookingId, press, onAsked]);
  useEffect(() => {
    if (open) field.current?.focus({ preventScroll: true });
  }, [open]);

  // The provider's page has the price already, and a free place has none.
  if (closed) return null;
  if (taken !== null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-small text-settled">
          Code {taken} appliqué.
        </p>
        <Button
          tone="quiet"
          size="sm"
          className="-mr-3"
          loading={dropCode.pending}
          onClick={() => dropCode.press({ bookingId }, () => setTyped(''))}
        >
          Retirer<span className="sr-only"> le code</span>
        </Button>
        {dropCode.error && (
          <p role="alert" className="w-full text-small text-live">
            {errorText(dropCode.error)}
          </p>
        )}
      </div>
    );
  if (!open)
    return (
      <Button tone="quiet" size="sm" className="-ml-3 justify-self-start" onClick={() => setOpen(true)}>
        <Tag aria-hidden="true" />
        J’ai un code
      </Button>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (takeCode.pending) return;
    const code = codeOf(typed);
    const bad = !CODE_PATTERN.test(code);
    setWrong(bad ? 'Un code a de 3 à 20 lettres sans accent, ou chiffres.' : null);
    if (bad) field.current?.focus();
    else press({ bookingId, code });
  };
  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <Field
        label="Code de réduction"
        error={wrong ?? (takeCode.error ? refusalText(takeCode.error) : undefined)}
        className="min-w-0 flex-1"
      >
        <Input
          ref={field}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(null);
            takeCode.reset();
          }}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase placeholder:normal-case"
        />
      </Field>
      <Button type="submit" className="mt-[1.625rem] min-h-12" loading={takeCode.pending}>
        Appliquer
      </Button>
    </form>
  );
}
