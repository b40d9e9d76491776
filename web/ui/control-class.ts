import { classNames } from '#web/ui/class-names.ts';

/** The look shared by everything one types or chooses in: input, textarea, select. */
export function controlClass(className?: string | undefined): string {
  return classNames(
    'w-full min-w-0 rounded-lg border border-edge bg-stage px-4 py-2.5 text-base text-ink placeholder:text-muted',
    'transition-colors hover:border-soft focus-visible:border-spot focus-visible:outline-offset-0',
    'aria-invalid:border-live disabled:cursor-not-allowed disabled:border-line-strong disabled:text-muted read-only:border-line-strong',
    className,
  );
}
