import { classNames } from '#web/ui/class-names.ts';

interface SpinnerProps {
  /** Names the awaited result; screen readers read it. */
  label?: string;
  size?: 'sm' | 'md' | 'lg';
  className?: string | undefined;
}

const sizes = { sm: 'size-4 border-2', md: 'size-6 border-2', lg: 'size-10 border-3' };

/**
 * A turning ring. It announces itself once (role=status), and goes on turning, slower, where motion
 * is reduced.
 */
export function Spinner({ label = 'Chargement', size = 'md', className }: SpinnerProps) {
  return (
    <span role="status" className={classNames('inline-flex', className)}>
      <span
        aria-hidden="true"
        className={classNames(
          'keeps-turning inline-block animate-spin rounded-full border-line-strong border-t-ink',
          sizes[size],
        )}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
