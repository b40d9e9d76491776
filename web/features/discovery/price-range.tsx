import { CircleAlert } from 'lucide-react';
import { type FormEvent, Fragment, useId, useState } from 'react';
import { inOrder, readPrice } from '#web/features/discovery/filters.ts';
import { typeset } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';

interface PriceRangeProps {
  /** As the address has them; empty: no limit. */
  typed: { min: string; max: string };
  /** Whole euros as digits; null: no limit. */
  onChange: (min: string | null, max: string | null) => void;
}

const ENDS = [
  { name: 'min', label: 'Prix minimum, en euros', placeholder: '0' },
  { name: 'max', label: 'Prix maximum, en euros', placeholder: '500' },
] as const;

const digits = (euros: number | null): string | null => euros?.toString() ?? null;

/**
 * A range of prices in euros, applied by Enter, the button, or leaving the fields. Text that is no
 * price stays where it was typed, with a sentence below, and changes nothing.
 */
export function PriceRange({ typed, onChange }: PriceRangeProps) {
  // A new address resets the fields: Back, or a filter taken off.
  return <Fields key={`${typed.min} ${typed.max}`} typed={typed} onChange={onChange} />;
}

function Fields({ typed, onChange }: PriceRangeProps) {
  const id = useId();
  const [wrong, setWrong] = useState({ min: readPrice(typed.min).wrong, max: readPrice(typed.max).wrong });
  const apply = (form: HTMLFormElement): 'min' | 'max' | null => {
    const data = new FormData(form);
    const min = readPrice(String(data.get('min') ?? ''));
    const max = readPrice(String(data.get('max') ?? ''));
    setWrong({ min: min.wrong, max: max.wrong });
    if (min.wrong !== null) return 'min';
    if (max.wrong !== null) return 'max';
    const range = inOrder(min.euros, max.euros);
    const [low, high] = [digits(range.min), digits(range.max)];
    if ((low ?? '') !== typed.min || (high ?? '') !== typed.max) onChange(low, high);
    return null;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const failed = apply(event.currentTarget);
    if (failed !== null) event.currentTarget.querySelector<HTMLElement>(`[name=${failed}]`)?.focus();
  };
  const sentence = wrong.min ?? wrong.max;
  return (
    <form
      noValidate
      aria-labelledby={`${id}legend`}
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) apply(event.currentTarget);
      }}
      className="grid gap-2.5"
    >
      <p id={`${id}legend`} className="text-small font-semibold">
        Prix de la place, en euros
      </p>
      <div className="num flex items-center gap-2 text-small text-muted">
        {ENDS.map(({ name, label, placeholder }) => (
          <Fragment key={name}>
            {name === 'max' && <span aria-hidden="true">à</span>}
            <Input
              name={name}
              aria-label={label}
              aria-invalid={wrong[name] !== null}
              aria-describedby={wrong[name] === null ? undefined : `${id}wrong`}
              inputMode="numeric"
              maxLength={12}
              placeholder={placeholder}
              defaultValue={typed[name]}
              className="min-w-0 flex-1"
            />
          </Fragment>
        ))}
        <Button type="submit" size="sm">
          OK
        </Button>
      </div>
      {sentence !== null && (
        <p id={`${id}wrong`} role="alert" className="flex items-start gap-1.5 text-small text-live">
          <CircleAlert aria-hidden="true" className="mt-[0.2em] size-4 shrink-0" />
          <span>{typeset(sentence)}</span>
        </p>
      )}
    </form>
  );
}
