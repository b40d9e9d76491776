import { classNames } from '#web/ui/class-names.ts';

interface LogoProps {
  /** Only the arch, where the word has no room. */
  bare?: boolean;
  className?: string | undefined;
}

/** A theatre box (« loge »): an arch with a light inside. */
export function Logo({ bare = false, className }: LogoProps) {
  return (
    <span
      className={classNames(
        'display inline-flex items-center gap-2.5 text-[1.4375rem] leading-none',
        className,
      )}
    >
      <svg viewBox="0 0 26 26" fill="none" className="size-[1.13em] shrink-0" aria-hidden="true">
        <path d="M2 25V12a11 11 0 0 1 22 0v13" className="stroke-ink" strokeWidth="2.4" />
        <path d="M8.2 25V13a4.8 4.8 0 0 1 9.6 0v12" className="fill-spot" />
      </svg>
      <span className={bare ? 'sr-only' : 'font-bold'}>Loge</span>
    </span>
  );
}
