import { classNames } from '#web/ui/class-names.ts';

/**
 * A placeholder in the shape of the content to come: give the size by `className`. Silent to screen
 * readers; mark the whole list as busy instead.
 */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe rounded-md bg-raised', className)}
    />
  );
}

/** Lines of text that are coming, the last one shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={classNames('grid gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={classNames('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  );
}
