import { type ChangeEventHandler, type FocusEventHandler, type ReactNode, type Ref, useContext } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldContext } from '#web/ui/field-context.ts';
import '#web/ui/controls.css';

export interface RadioCard {
  value: string;
  label: string;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps {
  /**
   * Shared by the radios; `register(name)` of react-hook-form gives it with ref, onChange and
   * onBlur.
   */
  name: string;
  options: readonly RadioCard[];
  /** Set for a controlled choice. */
  value?: string | undefined;
  defaultValue?: string | undefined;
  /** Names the group when it stands outside a `Field group`. */
  label?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/**
 * One choice among a few that deserve a sentence each, such as a role. Native radios: the arrow
 * keys, the name shared by the group and `register()` work as everywhere. Inside `<Field group>`
 * the group takes its label, hint and error.
 */
export function RadioCards({
  name,
  options,
  value,
  defaultValue,
  label,
  className,
  ...rest
}: RadioCardsProps) {
  const field = useContext(FieldContext);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label ? undefined : field?.labelId}
      aria-describedby={field?.describedBy}
      aria-invalid={field?.invalid || undefined}
      aria-required={field?.required || undefined}
      className={classNames('grid gap-2.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'flex min-h-14 cursor-pointer items-start gap-3.5 rounded-lg border border-edge bg-stage px-4 py-3.5 transition-colors hover:border-soft',
            'has-checked:border-ink has-checked:bg-raised has-disabled:cursor-not-allowed has-disabled:opacity-50',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-spot',
            field?.invalid && 'border-live',
          )}
        >
          <input
            {...rest}
            type="radio"
            name={name}
            value={option.value}
            disabled={rest.disabled || option.disabled}
            {...(value === undefined ? {} : { checked: value === option.value })}
            {...(defaultValue === undefined ? {} : { defaultChecked: defaultValue === option.value })}
            className="radio mt-0.5 shrink-0 outline-none"
          />
          <span className="grid flex-1 gap-0.5">
            <span className="font-semibold">{option.label}</span>
            {option.description && <span className="text-small text-muted">{option.description}</span>}
          </span>
          {option.icon && (
            <span aria-hidden="true" className="text-soft [&_svg]:size-5">
              {option.icon}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
