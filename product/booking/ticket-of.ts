import type pg from 'pg';
import { basisPoints, type Cents, cents, minus, sum } from '#product/shared/money/cents.ts';
import { streamerShareOf } from '#product/shared/money/price.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { Side, Ticket } from './mails/ticket.ts';

/** A recipient of a booking's mails. */
export interface Addressee {
  userId: string;
  /** Null when their account has no address. */
  email: string | null;
  firstName: string | null;
  reminderMails: boolean;
}

export interface Ticketed {
  ticket: Ticket;
  /** Null for a side whose account is gone. */
  people: Readonly<Record<Side, Addressee | null>>;
}

// Names and zones as public.booking_details shows them, so that page, ticket, mail and subject say
// one time: of a viewer the first name and an initial, the zones in which the booking was made.
// `seats_taken` counts the seats of the session that are requested or agreed.
const SELECT = `select b.id, b.session_id, b.revision, b.status, b.title, b.start_at, b.duration_minutes, b.price_cents,
    b.fee_basis_points, b.policy, b.updated_at, b.seats, others.seats_taken, others.seats_agreed, others.session_changed_at, others.taken_prices,
    array(select x.price_cents from public.session_extensions x where x.booking_id = b.id and x.state = 'done') as extensions,
    v.id as viewer_id, vu.email as viewer_email, v.first_name as viewer_first_name,
    private.abbreviated_name(v.first_name, v.last_name) as viewer_name,
    b.viewer_zone, coalesce(vs.reminder_mails, true) as viewer_reminders,
    s.id as streamer_id, su.email as streamer_email, sp.first_name as streamer_first_name, s.display_name as streamer_name,
    s.handle as streamer_handle, b.streamer_zone, coalesce(ss.reminder_mails, true) as streamer_reminders
  from public.bookings b
  cross join lateral (
    select count(*) filter (where o.status in ('requested', 'confirmed', 'in_progress', 'completed'))::int as seats_taken,
      count(*) filter (where o.status in ('confirmed', 'in_progress', 'completed'))::int as seats_agreed,
      max(o.updated_at) as session_changed_at,
      coalesce(json_agg(json_build_array(o.price_cents, o.fee_basis_points))
        filter (where o.status in ('requested', 'confirmed', 'in_progress', 'completed')), '[]') as taken_prices
    from public.bookings o where o.session_id = b.session_id
  ) others
  left join public.profiles v on v.id = b.viewer_id
  left join auth.users vu on vu.id = v.id
  left join public.person_settings vs on vs.person_id = v.id
  left join public.streamers s on s.id = b.streamer_id
  left join public.profiles sp on sp.id = s.id
  left join auth.users su on su.id = s.id
  left join public.person_settings ss on ss.person_id = s.id
  where`;

const BY_ID = `${SELECT} b.id = $1` as const;
type TicketRow = Row<typeof BY_ID>;

/** The booking as its mails and calendar entries show it, with both recipients. */
export async function ticketOf(db: pg.ClientBase | pg.Pool, bookingId: string): Promise<Ticketed> {
  const { rows } = await db.query(BY_ID, [bookingId]);
  const [row] = rows;
  if (!row) throw new Error(`booking ${bookingId} is gone`);
  return ticketed(row);
}

/**
 * A person's bookings that have a place in a calendar, some 60 days back and all to come, by start.
 */
export async function ticketsOf(
  db: pg.ClientBase | pg.Pool,
  personId: string,
  since: Date,
): Promise<Ticketed[]> {
  const { rows } = await db.query(
    `${SELECT} (b.viewer_id = $1 or b.streamer_id = $1) and b.start_at >= $2
       and b.status in ('requested', 'confirmed', 'in_progress', 'completed')
     order by b.start_at, b.id limit 2000`,
    [personId, since],
  );
  return rows.map(ticketed);
}

/**
 * The streamer's earning: computed for each payment, as the ledger does, so that ticket and
 * earnings agree to the cent.
 */
function shareOf(price: Cents, { extensions, fee_basis_points }: TicketRow): Cents {
  const apart = extensions.map(cents);
  const parts = [minus(price, sum(apart)), ...apart];
  return sum(parts.map((part) => streamerShareOf(part, basisPoints(fee_basis_points))));
}

function ticketed(row: TicketRow): Ticketed {
  const price = cents(row.price_cents);
  return {
    ticket: {
      bookingId: row.id,
      sessionId: row.session_id,
      revision: row.revision,
      status: row.status,
      title: row.title,
      start: instantOf(row.start_at.getTime()),
      durationMinutes: row.duration_minutes,
      viewerName: row.viewer_name ?? 'une personne partie de Loge',
      streamerName: row.streamer_name ?? 'une personne partie de Loge',
      streamerPath: row.streamer_handle ?? '',
      viewerZone: row.viewer_zone,
      streamerZone: row.streamer_zone,
      price,
      streamerShare: shareOf(price, row),
      policy: row.policy,
      changedAt: instantOf(row.updated_at.getTime()),
      group:
        row.seats === 1
          ? null
          : {
              seats: row.seats,
              taken: row.seats_taken,
              agreed: row.seats_agreed,
              changedAt: instantOf((row.session_changed_at ?? row.updated_at).getTime()),
              money: {
                price: sum(row.taken_prices.map(([each]) => cents(each))),
                share: sum(
                  row.taken_prices.map(([each, fee]) => streamerShareOf(cents(each), basisPoints(fee))),
                ),
              },
            },
    },
    people: {
      viewer: person(row.viewer_id, row.viewer_email, row.viewer_first_name, row.viewer_reminders),
      streamer: person(row.streamer_id, row.streamer_email, row.streamer_first_name, row.streamer_reminders),
    },
  };
}

const person = (
  id: string | null,
  email: string | null,
  firstName: string | null,
  reminderMails: boolean,
): Addressee | null =>
  id === null ? null : { userId: id, email: email === '' ? null : email, firstName, reminderMails };
