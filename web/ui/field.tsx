import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FieldContext } from '#web/ui/field-context.ts';

interface FieldProps {
  label: ReactNode;
  /** Said before anything goes wrong: what is expected, or why it is asked. */
  hint?: ReactNode;
  /**
   * The fault and its remedy. While it is set, the control is marked invalid and described by it.
   */
  error?: string | undefined;
  required?: boolean;
  /** Adds « facultatif » to the label. */
  optional?: boolean;
  /** For a set of controls (RadioCards): the label names the group instead of one control. */
  group?: boolean;
  /** Right of the label, and after the control for the keyboard: « Mot de passe oublié ? ». */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A labelled control with its hint and its error, wired for screen readers through
 * `useFieldControl`.
 */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optional = false, group = false, aside, children } = props;
  const id = useId();
  const ids = { label: `${id}label`, hint: `${id}hint`, error: `${id}error` };
  const describedBy =
    [hint ? ids.hint : null, error ? ids.error : null].filter(Boolean).join(' ') || undefined;
  const wiring = { id, labelId: ids.label, describedBy, invalid: Boolean(error), required };
  const labelClass = 'text-small font-medium text-soft';
  return (
    <div
      className={classNames(
        'grid content-start gap-1.5',
        aside && 'grid-cols-[1fr_auto] items-baseline',
        props.className,
      )}
    >
      {group ? (
        <span id={ids.label} className={labelClass}>
          {label}
        </span>
      ) : (
        <label id={ids.label} htmlFor={id} className={labelClass}>
          {label}
          {optional && <span className="font-normal text-muted"> (facultatif)</span>}
        </label>
      )}
      <FieldContext value={wiring}>
        {aside ? <div className="col-span-2">{children}</div> : children}
      </FieldContext>
      {aside && <span className="col-start-2 row-start-1 text-small">{aside}</span>}
      {hint && (
        <p id={ids.hint} className={classNames('text-kicker text-muted', aside && 'col-span-2')}>
          {hint}
        </p>
      )}
      {error && (
        <p
          id={ids.error}
          className={classNames(
            'flex animate-fade items-start gap-1.5 text-small text-live',
            aside && 'col-span-2',
          )}
        >
          <CircleAlert aria-hidden="true" className="mt-[0.2em] size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
