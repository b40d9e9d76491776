import { useQuery } from '@tanstack/react-query';
import { eventLabel } from '#web/features/marketplace-admin/event-label.ts';
import {
  type AdminSession,
  SESSION_STATES,
  type SessionEvent,
  sessionHistoryQuery,
} from '#web/features/marketplace-admin/session.ts';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const ACTORS: Readonly<Record<string, string>> = {
  viewer: 'viewer',
  streamer: 'streamer',
  admin: 'admin',
  system: 'Loge',
};

/** What the event changed, beside the status. */
function detailText({ detail }: SessionEvent): string {
  const zone = deviceZone();
  const parts = [
    typeof detail.to === 'string' && `nouvel horaire ${formatDateTime(detail.to, zone)}`,
    typeof detail.proposed === 'string' && `proposé ${formatDateTime(detail.proposed, zone)}`,
    typeof detail.minutes === 'number' &&
      `${detail.minutes > 0 ? '+' : '−'}${formatDuration(Math.abs(detail.minutes))}`,
    typeof detail.priceCents === 'number' && detail.priceCents !== 0 && formatMoney(detail.priceCents),
    typeof detail.refundCents === 'number' &&
      detail.refundCents > 0 &&
      `${formatMoney(detail.refundCents)} à rendre`,
    typeof detail.deliveredMinutes === 'number' && `${String(detail.deliveredMinutes)} min ensemble`,
    typeof detail.cause === 'string' && detail.cause,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** Every transition of a booking. */
export function SessionHistory({ session }: { session: AdminSession }) {
  const history = useQuery(sessionHistoryQuery(session.id));
  if (history.isPending) return <SkeletonText lines={4} />;
  if (history.isError) {
    return (
      <ErrorState
        title="L’historique n’a pas pu être chargé"
        onRetry={() => history.refetch()}
        retrying={history.isFetching}
      />
    );
  }
  const zone = deviceZone();
  return (
    <section className="grid gap-3">
      <h3 className="text-title">Historique</h3>
      <ol className="num grid gap-3 border-l border-line pl-4 text-small">
        {history.data.map((event) => (
          <li key={event.id} className="grid gap-0.5">
            <span>
              {SESSION_STATES[event.to_status].label}{' '}
              <span className="text-muted">
                ({eventLabel(event.type)}, par {ACTORS[event.actor] ?? event.actor})
              </span>
            </span>
            <span className="text-kicker text-muted">
              {formatDateTime(event.at, zone, { weekday: false, year: true })}
              {detailText(event) && ` · ${detailText(event)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
