import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface CardProps extends ComponentProps<'div'> {
  /**
   * Without it a card has no padding of its own, for a table or a picture that goes to its edges.
   */
  padded?: boolean;
}

/** A surface one step lighter than the background, with a hairline border and no shadow. */
export function Card({ padded = true, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames(
        'overflow-hidden rounded-lg border border-line bg-stage',
        padded && 'p-5 sm:p-6',
        className,
      )}
    />
  );
}
