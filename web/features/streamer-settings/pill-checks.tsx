import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface PillChecksProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Names the group when it stands outside a `Field group`. */
  label: string;
  options: readonly { value: string; label: string }[];
}

/** Several of a few words, each a pill that can be tapped. The registration of a form goes to every box. */
export function PillChecks({ label, options, ...rest }: PillChecksProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-edge px-4 text-small transition-colors hover:border-soft',
            'has-checked:border-ink has-checked:bg-raised has-checked:font-semibold',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spot',
          )}
        >
          <input {...rest} type="checkbox" value={option.value} className="check outline-none" />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
