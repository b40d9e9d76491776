import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type BookingDetails,
  groupOf,
  groupText,
  otherOf,
  type Side,
  stateOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import { bookingsQuery, nextSessionQuery, seatsQuery } from '#web/entities/booking/queries.ts';
import { capitalised, formatDateTime } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';

interface LaterSessionsProps {
  userId: string;
  side: Side;
  hrefOf: (bookingId: string) => string;
}

const SHOWN = 4;

/** The sessions after the next one, a line each; nothing when there are none. */
export function LaterSessions({ userId, side, hrefOf }: LaterSessionsProps) {
  const list = useQuery(bookingsQuery(userId, side, 'coming', 1));
  const next = useQuery(nextSessionQuery(userId, side));
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        La suite de vos sessions n’a pas pu être chargée.
      </ErrorLine>
    );
  }
  if (!list.data || next.data === undefined) return null;
  // The unpaid bookings stand above, with their clock; so do the requests to a streamer.
  const above = side === 'streamer' ? ['held', 'requested'] : ['held'];
  const agreed = list.data.bookings.filter(
    ({ status, proposed_start_at }) => proposed_start_at !== null || !above.includes(status),
  );
  const later = laterBookings(agreed, next.data).slice(0, SHOWN);
  if (later.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2 className="text-title">Ensuite</h2>
      <Card padded={false}>
        <ul className="num divide-y divide-line">
          {later.map((booking) => {
            const { tone, label } = stateOf(booking, side);
            return (
              <li key={booking.id}>
                <Link
                  to={hrefOf(booking.id)}
                  className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 hover:bg-wash"
                >
                  <span className="grid gap-0.5">
                    <span className="font-semibold">
                      {capitalised(formatDateTime(booking.start_at, zonesOf(booking, side).own))}
                    </span>
                    <span className="text-small text-soft">
                      {booking.title}
                      {booking.seats > 1 && side === 'streamer' ? (
                        <GroupLine sessionId={booking.session_id} />
                      ) : (
                        ` avec ${otherOf(booking, side).name}`
                      )}
                    </span>
                  </span>
                  <StateDot tone={tone}>{label}</StateDot>
                </Link>
              </li>
            );
          })}
        </ul>
      </Card>
      <p>
        <TextLink to={`/${side}-dashboard/bookings`} className="inline-flex min-h-11 items-center text-small">
          Toutes les réservations
        </TextLink>
      </p>
    </section>
  );
}

/** A group as one session: « · 6 sur 6 · 108 € · 91,80 € pour vous ». */
function GroupLine({ sessionId }: { sessionId: string }) {
  const group = groupOf(useQuery(seatsQuery(sessionId)).data ?? []);
  return group && ` · ${groupText(group, 'streamer')}`;
}

type Listed = Pick<BookingDetails, 'id' | 'session_id'>;

/**
 * The bookings to list after the ticket of the next session: a line a session, since the seats of a
 * group are one session to its streamer.
 * @param coming in their order; a hold or a request may begin before the next session, and stays in
 *   the list
 * @param next null when none is confirmed
 */
export function laterBookings<Booking extends Listed>(
  coming: readonly Booking[],
  next: Listed | null,
): Booking[] {
  const seen = new Set(next === null ? [] : [next.session_id]);
  return coming.filter(({ session_id }) => !seen.has(session_id) && seen.add(session_id));
}
