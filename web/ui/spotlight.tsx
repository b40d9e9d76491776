import { classNames } from '#web/ui/class-names.ts';
import '#web/ui/spotlight.css';

/** The one light on what matters: a warm glow behind it. Decoration; its parent is `relative`, and it is placed by `className`. */
export function Spotlight({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={classNames('spotlight', className)} />;
}
