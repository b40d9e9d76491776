import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/spotlight.css';

/**
 * A warm glow behind the most important element. Decoration only; its parent must be `relative`,
 * and `className` places it.
 */
export function Spotlight({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames('spotlight', className)} />;
}
