import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useFieldControl } from '#web/ui/field-context.ts';
import '#web/ui/controls.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  description?: ReactNode;
}

/** A checkbox with its own label: the whole line can be tapped. */
export function Checkbox({ label, description, className, ...rest }: CheckboxProps) {
  const wired = useFieldControl({ 'aria-describedby': rest['aria-describedby'] });
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-start gap-3 py-2.5', className)}>
      <input
        {...rest}
        aria-describedby={wired['aria-describedby']}
        aria-invalid={wired['aria-invalid']}
        type="checkbox"
        className="check mt-0.5 shrink-0"
      />
      <span className="grid gap-0.5">
        <span>{label}</span>
        {description && <span className="text-small text-muted">{description}</span>}
      </span>
    </label>
  );
}
