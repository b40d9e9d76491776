import { type FormEvent, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';

interface PriceRangeProps {
  min: number | null;
  max: number | null;
  /** Whole euros as digits; null: no limit. */
  onChange: (min: string | null, max: string | null) => void;
}

const digits = (data: FormData, name: string): string | null => {
  const text = String(data.get(name) ?? '').trim();
  return /^\d{1,4}$/.test(text) ? text : null;
};

/** From so many euros to so many, applied by Enter, the button, or leaving a field. */
export function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const legend = useId();
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const [from, to] = [digits(data, 'min'), digits(data, 'max')];
    // Typed the wrong way round, it is plain what is meant.
    const turned = from !== null && to !== null && Number(from) > Number(to);
    const [low, high] = turned ? [to, from] : [from, to];
    if (low !== (min?.toString() ?? null) || high !== (max?.toString() ?? null)) onChange(low, high);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  return (
    <form
      key={`${String(min)} ${String(max)}`}
      aria-labelledby={legend}
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) apply(event.currentTarget);
      }}
      className="grid gap-2.5"
    >
      <p id={legend} className="text-small font-semibold">
        Prix de la place, en euros
      </p>
      <div className="num grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2 text-small text-muted">
        <Input
          name="min"
          aria-label="Prix minimum, en euros"
          inputMode="numeric"
          maxLength={4}
          placeholder="0"
          defaultValue={min ?? ''}
        />
        à
        <Input
          name="max"
          aria-label="Prix maximum, en euros"
          inputMode="numeric"
          maxLength={4}
          placeholder="500"
          defaultValue={max ?? ''}
        />
        <Button type="submit" size="sm">
          OK
        </Button>
      </div>
    </form>
  );
}
