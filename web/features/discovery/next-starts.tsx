import { Link } from 'react-router';
import { bookingPath, dayText } from '#web/features/discovery/when.ts';
import { formatTime } from '#web/lib/format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface NextStartsProps {
  handle: string;
  offer: { id: string; title: string };
  /** Null: not known yet. */
  starts: readonly string[] | null;
  zone: string;
}

/** The next free hours of an offer, each of them the way to its place. */
export function NextStarts({ handle, offer, starts, zone }: NextStartsProps) {
  if (starts === null) {
    return (
      <div aria-busy="true" className="flex flex-wrap gap-2">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-14 w-28" />
        ))}
      </div>
    );
  }
  if (starts.length === 0) {
    return <p className="text-small text-muted">Aucune heure libre pour l’instant.</p>;
  }
  return (
    <ul aria-label={`Prochaines heures libres, ${offer.title}`} className="num flex flex-wrap gap-2">
      {starts.map((start) => (
        <li key={start}>
          <Link
            to={bookingPath(handle, offer.id, start)}
            className="grid min-h-14 min-w-26 content-center rounded-md border border-line-strong px-3.5 py-1.5 text-center transition-colors hover:border-edge hover:bg-wash"
          >
            <span className="sr-only">Réserver {offer.title}, </span>
            <span className="text-kicker text-muted">{dayText(start, zone)}</span>{' '}
            <span className="leading-tight font-semibold">{formatTime(start, zone)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
