import type { ComponentProps } from 'react';
import { useFieldControl } from '#web/ui/field-context.ts';
import { classNames } from './class-names.ts';

/** One line of text. Inside a `Field` it takes its id, description and invalid state from it. */
export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const wired = useFieldControl(rest);
  return <input {...rest} {...wired} type={type} className={controlClass(`min-h-12 ${className ?? ''}`)} />;
}

/** The styles shared by input, textarea and select. */
export function controlClass(className?: string | undefined): string {
  return classNames(
    'w-full min-w-0 rounded-lg border border-edge bg-stage px-4 py-2.5 text-base text-ink placeholder:text-muted',
    'transition-colors hover:border-soft focus-visible:border-spot focus-visible:outline-offset-0',
    'aria-invalid:border-live disabled:cursor-not-allowed disabled:border-line-strong disabled:text-muted read-only:border-line-strong',
    className,
  );
}

/** Several lines of text; it grows with what is typed where the browser can (field-sizing). */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wired = useFieldControl(rest);
  return (
    <textarea
      {...rest}
      {...wired}
      rows={rows}
      className={controlClass(`field-sizing-content max-h-96 min-h-28 resize-y ${className ?? ''}`)}
    />
  );
}
