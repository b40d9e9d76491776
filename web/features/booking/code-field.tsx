import { Tag } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CODE_PATTERN, codeOf } from '#product/commerce/rules/discount.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { ReleaseButton } from '#web/features/booking/hold-clock.tsx';
import { CommandError } from '#web/lib/call-command.ts';
import { COMMAND_ERROR_TEXT } from '#web/lib/command-error-text.ts';
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

/** Says why a code was refused, with the price from which it applies where that is known. */
function refusalText(error: Error): string {
  const least = error instanceof CommandError ? error.details.leastPriceCents : null;
  return typeof least === 'number'
    ? `${errorText(error)} Il s’applique à partir de ${formatMoney(least)}.`
    : errorText(error);
}

/**
 * « J'ai un code »: takes one that makes the held place cheaper, or lays it down. What has happened
 * is told by one region that is always there, for who cannot see it; the focus moves only after a
 * press.
 */
export function CodeField({ booking, commands, asked, onAsked }: CodeFieldProps) {
  const { takeCode, dropCode } = commands;
  const { id: bookingId, discount_code: taken, paying, price_cents: price } = booking;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const closed = paying || price === 0;
  const box = useRef<HTMLDivElement>(null);

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

  // The button that was pressed is gone in the next state, and with it the focus that it had.
  const pressed = useRef<'open' | 'use' | 'drop' | null>(null);
  useEffect(() => {
    const came = { open, use: taken !== null, drop: taken === null && open };
    if (pressed.current === null || !came[pressed.current]) return;
    pressed.current = null;
    box.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }, [open, taken]);
  const failure = takeCode.error === null ? null : refusalText(takeCode.error);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (failure === null || pressed.current !== 'use') return;
    pressed.current = null;
    field.current?.focus({ preventScroll: true });
  }, [failure]);

  if (price === 0) return null;
  const said =
    taken === null
      ? (failure ?? (dropCode.answer && !closed ? 'Code retiré.' : ''))
      : `Code ${taken} appliqué.`;
  const isLate = closed && (taken === null || (asked !== null && asked !== taken));
  return (
    <div
      ref={box}
      className={
        taken === null ? 'grid gap-2' : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2'
      }
    >
      <p role="status" className={taken === null ? 'sr-only' : 'text-small text-settled'}>
        {said}
      </p>
      {isLate ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-56 text-small text-soft">{COMMAND_ERROR_TEXT.payment_begun}</p>
          <div className="-mx-2.5">
            <ReleaseButton {...{ booking, commands }} />
          </div>
        </div>
      ) : closed ? null : taken !== null ? (
        <>
          <Button
            tone="quiet"
            size="sm"
            className="-mr-3"
            loading={dropCode.pending}
            onClick={() => {
              pressed.current = 'drop';
              dropCode.press({ bookingId }, () => {
                setTyped('');
                setOpen(true);
                takeCode.reset();
              });
            }}
          >
            Retirer<span className="sr-only"> le code</span>
          </Button>
          {dropCode.error && (
            <p role="alert" className="w-full text-small text-live">
              {errorText(dropCode.error)}
            </p>
          )}
        </>
      ) : open ? (
        <CodeForm
          {...{ takeCode, typed, setTyped, field, failure }}
          onCode={(code) => {
            pressed.current = 'use';
            press({ bookingId, code });
          }}
        />
      ) : (
        <Button
          tone="quiet"
          size="sm"
          className="-ml-3 justify-self-start"
          onClick={() => {
            pressed.current = 'open';
            setOpen(true);
          }}
        >
          <Tag aria-hidden="true" />
          J’ai un code
        </Button>
      )}
    </div>
  );
}

interface CodeFormProps {
  takeCode: BookingCommands['takeCode'];
  typed: string;
  setTyped: (typed: string) => void;
  field: RefObject<HTMLInputElement | null>;
  /** The reason why the server refused the code; null: it did not. */
  failure: string | null;
  onCode: (code: string) => void;
}

function CodeForm({ takeCode, typed, setTyped, field, failure, onCode }: CodeFormProps) {
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (takeCode.pending) return;
    const code = codeOf(typed);
    const bad = !CODE_PATTERN.test(code);
    setWrong(bad ? 'Un code compte de 3 à 20 lettres sans accent ou chiffres.' : null);
    if (bad) field.current?.focus();
    else onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2">
      <Field label="Code de réduction" error={wrong ?? failure ?? undefined} className="min-w-0 flex-1">
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
