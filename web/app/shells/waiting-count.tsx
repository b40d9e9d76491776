import { classNames } from '#web/ui/class-names.ts';

interface WaitingCountProps {
  /** Of the element that describes the link beside it. */
  id: string;
  count: number | undefined;
  /** It stands at the icon of a bar, and not at the end of a line. */
  corner?: boolean;
}

/**
 * The number of things that wait behind a link of the navigation; nothing where none do. It stands
 * beside the link, so that the link's name stays its page's.
 */
export function WaitingCount({ id, count = 0, corner = false }: WaitingCountProps) {
  if (count === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'num pointer-events-none absolute grid h-5 min-w-5 place-items-center rounded-full bg-raised px-1.5 text-kicker font-semibold text-ink',
          corner ? 'top-1 left-1/2 ml-1' : 'top-1/2 right-3 -translate-y-1/2',
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
      <span id={id} className="sr-only">
        {count > 99 ? 'plus de 99' : count} à traiter
      </span>
    </>
  );
}
