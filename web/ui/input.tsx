import type { ComponentProps } from 'react';
import { controlClass } from '#web/ui/control-class.ts';
import { useFieldControl } from '#web/ui/field-context.ts';

/** One line of text. Inside a `Field` it takes its id, description and invalid state from it. */
export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  const wired = useFieldControl(rest);
  return <input {...rest} {...wired} type={type} className={controlClass(`min-h-12 ${className ?? ''}`)} />;
}
