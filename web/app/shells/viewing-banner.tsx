import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural } from '#web/lib/numbers.ts';
import { leaveViewing, type Viewing } from '#web/lib/viewing.ts';

const minutesLeft = ({ endsAt }: Viewing): number => Math.max(0, Math.ceil((endsAt - Date.now()) / 60_000));

/**
 * On each page while somebody of the team sees it as another person: whose it is, for how long, and
 * the way back.
 */
export function ViewingBanner({ viewing }: { viewing: Viewing }) {
  const [left, setLeft] = useState(minutesLeft(viewing));
  useEffect(() => {
    const look = setInterval(() => {
      setLeft(minutesLeft(viewing));
      if (Date.now() >= viewing.endsAt) leaveViewing();
    }, 1_000);
    return () => clearInterval(look);
  }, [viewing]);
  return (
    <aside
      aria-label="Voir comme"
      className="sticky top-0 z-50 flex flex-wrap items-center gap-x-4 gap-y-1 bg-spot px-4 py-1.5 text-small text-on-spot print:hidden"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-center gap-2.5">
        <Eye aria-hidden="true" className="size-5 shrink-0" />
        <span className="wrap-anywhere">
          <b>Vous voyez Loge comme {viewing.person.name}.</b> Lecture seule, encore{' '}
          <span className="num">{plural(left, 'minute', 'minutes')}</span>.
        </span>
      </p>
      <button
        type="button"
        onClick={leaveViewing}
        className="min-h-11 rounded-full border border-current px-5 font-semibold hover:bg-spot-bright active:bg-spot-deep"
      >
        Revenir à l’équipe
      </button>
    </aside>
  );
}
