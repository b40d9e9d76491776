import { useId } from 'react';

interface PillChoiceProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  /** Null: no matter. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One choice among a few short ones, or none. Native radios: the arrow keys move it. */
export function PillChoice({ legend, options, value, onChange }: PillChoiceProps) {
  const name = useId();
  const all = [{ value: '', label: 'Peu importe' }, ...options];
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-small font-semibold">{legend}</legend>
      <div className="num flex flex-wrap gap-2">
        {all.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line-strong px-4 text-small transition-colors select-none hover:bg-wash has-checked:border-ink has-checked:bg-ink has-checked:font-semibold has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={(value ?? '') === option.value}
              onChange={() => onChange(option.value === '' ? null : option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
