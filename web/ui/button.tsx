import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonTone, buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  /** See `ButtonTone`. A screen has at most one `spot`. */
  tone?: ButtonTone;
  /** `icon` is a 44 px round: give it an `aria-label`. */
  size?: ButtonSize;
  /**
   * While true the button keeps its width and its focus, says that it is busy, and ignores clicks
   * and Enter.
   */
  loading?: boolean | undefined;
}

/**
 * A button. It is `type="button"` unless told otherwise, so that it never submits a form by
 * accident.
 */
export function Button({
  tone = 'outline',
  size = 'md',
  loading = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const refuse = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={loading ? refuse : onClick}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      className={buttonClass(tone, size, classNames('relative', className))}
    >
      {loading && (
        <span className="absolute inset-0 grid place-items-center" aria-hidden="true">
          <span className="keeps-turning size-5 animate-spin rounded-full border-2 border-current border-t-transparent" />
        </span>
      )}
      <span className={classNames('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {children}
      </span>
    </button>
  );
}
