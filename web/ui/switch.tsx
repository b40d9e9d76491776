import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/controls.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  description?: ReactNode;
}

/**
 * The browser says « activé » or « désactivé » from the box itself, so no aria-checked is needed.
 */
const asSwitch = { role: 'switch' };

/**
 * A setting that takes effect at once. The place of the knob shows that it is on, not only the
 * colour.
 */
export function Switch({ label, description, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <label
      className={classNames(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 py-2.5',
        className,
      )}
    >
      <span className="grid gap-0.5">
        <span>{label}</span>
        {description && (
          <span id={id} className="text-small text-muted">
            {description}
          </span>
        )}
      </span>
      <input
        {...rest}
        type="checkbox"
        {...asSwitch}
        aria-describedby={description ? id : undefined}
        className="switch shrink-0"
      />
    </label>
  );
}
