import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useFieldControl } from '#web/ui/field-context.ts';
import { controlClass } from './input.tsx';
import '#web/ui/controls.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly SelectOption[];
  /** An empty first choice, such as « Tous les rôles ». */
  placeholder?: string | undefined;
}

/**
 * A choice among a few. It is the browser's own select: on a phone it opens the wheel people know,
 * it takes `register()` of react-hook-form as it is, and it costs no script.
 */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const wired = useFieldControl(rest);
  return (
    <span className={classNames('relative block', className)}>
      <select
        {...rest}
        {...wired}
        className={controlClass('picker min-h-12 appearance-none text-ellipsis pr-9')}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-muted"
      />
    </span>
  );
}
