import type { ComponentProps } from 'react';
import { controlClass } from '#web/ui/control-class.ts';
import { useFieldControl } from '#web/ui/field-context.ts';

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
