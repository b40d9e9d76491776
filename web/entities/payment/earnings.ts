import type { QueryData } from '@supabase/supabase-js';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { POSTING_KINDS, type PostingKind } from '#product/books/rules/ledger.ts';
import {
  listEarnings,
  MONEY_STATES,
  MOST_EARNINGS,
  readEarnings,
  readPayout,
} from '#product/payments/earnings-contract.ts';
import {
  type MoneyState,
  NOWHERE,
  type PaymentMove,
  type TimelineStep,
  timelineOf,
  type Whereabouts,
} from '#product/payments/rules/timeline.ts';
import type { RequestOf, ResponseOf } from '#product/shared/contract.ts';
import { cents } from '#product/shared/money/cents.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { PAYMENTS_KEY, type Payout } from '#web/entities/payment/payment.ts';
import { callCommand } from '#web/lib/call-command.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { StateTone } from '#web/ui/badge.tsx';

/** How many sessions are shown at first, and with each « Afficher la suite ». */
const PAGE = 25;

type Listed = ResponseOf<typeof listEarnings>['sessions'][number];
/** A seat of a paid session, and where its money is. */
export type EarnedSeat = Omit<Listed['seats'][number], 'money'> & { money: Whereabouts };
/** A paid session with its seats; cents. */
export type EarnedSession = Omit<Listed, 'seats'> & { seats: EarnedSeat[] };
type EarnedPage = Omit<ResponseOf<typeof listEarnings>, 'sessions'> & { sessions: EarnedSession[] };
type Cursor = RequestOf<typeof listEarnings>['after'];

/** The filters, search and order of the list of sessions. */
export type EarningsView = Pick<
  RequestOf<typeof listEarnings>,
  'from' | 'until' | 'offerId' | 'state' | 'search' | 'sort' | 'direction'
>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A text that is an instant, in UTC; null for anything else that an address may hold. */
const instantIn = (text: string | null): string | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) || !/^2[01]/.test(text ?? '') ? null : new Date(at).toISOString();
};

/** The orders of the list, as the address names them; the latest first where it names none. */
export const EARNINGS_ORDERS = {
  latest: { sort: 'start', direction: 'descending' },
  oldest: { sort: 'start', direction: 'ascending' },
  most: { sort: 'share', direction: 'descending' },
  least: { sort: 'share', direction: 'ascending' },
} as const satisfies Record<string, Pick<EarningsView, 'sort' | 'direction'>>;
export type EarningsOrder = keyof typeof EARNINGS_ORDERS;

export const earningsOrderOf = (params: URLSearchParams): EarningsOrder =>
  (Object.keys(EARNINGS_ORDERS) as EarningsOrder[]).find((order) => order === params.get('sort')) ?? 'latest';

/** Reads from an address the view to show; parts that mean nothing are ignored. */
export function earningsViewOf(params: URLSearchParams): EarningsView {
  const offer = params.get('offer');
  return {
    from: instantIn(params.get('from')),
    until: instantIn(params.get('until')),
    offerId: offer !== null && UUID.test(offer) ? offer : null,
    state: MONEY_STATES.find((state) => state === params.get('state')) ?? null,
    search: (params.get('q') ?? '').slice(0, 100),
    ...EARNINGS_ORDERS[earningsOrderOf(params)],
  };
}

const moneyOf = (money: Listed['seats'][number]['money']): Whereabouts => ({
  captured: cents(money.captured),
  returned: cents(money.returned),
  disputed: cents(money.disputed),
  fee: cents(money.fee),
  borne: cents(money.borne),
  pending: cents(money.pending),
  available: cents(money.available),
  inTransit: cents(money.inTransit),
  banked: cents(money.banked),
});

const sessionsOf = ({ sessions }: ResponseOf<typeof listEarnings>): EarnedSession[] =>
  sessions.map((session) => ({
    ...session,
    seats: session.seats.map((seat) => ({ ...seat, money: moneyOf(seat.money) })),
  }));

/** The name of the month that begins at `from` in `zone`. */
export const monthName = (from: string, zone: string, month: 'long' | 'short', year = false): string =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: zone, month, ...(year ? { year: 'numeric' } : {}) }).format(
    new Date(from),
  );

/** A streamer's figures: this month, twelve months, the next payout. */
export const earningsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'earnings'],
    queryFn: () => callCommand(readEarnings, {}),
  });

/** The paid sessions of a streamer, a page after another. */
export const earnedSessionsQuery = (userId: string, view: EarningsView) =>
  infiniteQueryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'sessions', view],
    placeholderData: keepPreviousData,
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }: EarnedPage): Cursor | undefined => next ?? undefined,
    queryFn: async ({ pageParam: after }): Promise<EarnedPage> => {
      const answer = await callCommand(listEarnings, { ...view, after, size: PAGE });
      return { sessions: sessionsOf(answer), next: answer.next, totals: answer.totals };
    },
  });

/** Every session of a view, for a file: as many pages as there are. */
export async function allEarnedSessions(view: EarningsView): Promise<EarnedSession[]> {
  const all: EarnedSession[] = [];
  let after: Cursor = null;
  do {
    const answer: ResponseOf<typeof listEarnings> = await callCommand(listEarnings, {
      ...view,
      after,
      size: MOST_EARNINGS,
    });
    all.push(...sessionsOf(answer));
    after = answer.next;
  } while (after !== null);
  return all;
}

/** One payout and its parts; null when it is not the person's own. */
export const payoutQuery = (userId: string, payoutId: string) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, userId, 'payout', payoutId],
    queryFn: async ({ signal }) => {
      if (!UUID.test(payoutId)) return null;
      const { supabase } = await loadClient();
      const { data: own } = await supabase
        .from('payouts')
        .select('id')
        .eq('id', payoutId)
        .eq('streamer_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return own && callCommand(readPayout, { payoutId });
    },
  });

const readPostings = (supabase: LogeSupabase) => supabase.from('streamer_postings').select('*');
type PostingRow = QueryData<ReturnType<typeof readPostings>>[number];

/** @throws Error for a kind of posting that the rules do not know: its timeline would be wrong */
function kindOf({ kind }: PostingRow): PostingKind {
  const known = POSTING_KINDS.find((each) => each === kind);
  if (!known) throw new Error(`a posting of an unknown kind: ${kind}`);
  return known;
}

const moveOf = (row: PostingRow): PaymentMove => ({
  postingId: row.posting_id,
  kind: kindOf(row),
  at: parseInstant(row.at),
  extension: row.payment_kind === 'extension',
  payoutId: row.payout_id,
  releaseDueAt: row.release_due_at === null ? null : parseInstant(row.release_due_at),
  captured: cents(row.captured_cents),
  returned: cents(row.returned_cents),
  disputed: cents(row.disputed_cents),
  fee: cents(row.fee_cents),
  borne: cents(row.borne_cents),
  pending: cents(row.pending_cents),
  available: cents(row.available_cents ?? 0),
  inTransit: cents(row.in_transit_cents ?? 0),
  banked: cents(row.banked_cents ?? 0),
});

/** A seat and the way of its money; `money` is where the last step left it. */
export interface SeatWay {
  bookingId: string;
  viewerName: string | null;
  steps: TimelineStep[];
  money: Whereabouts;
}

/** Of a whole session, or of one seat where only that is known, as a document knows it. */
export interface WayOf {
  sessionId: string | null;
  bookingId: string | null;
}

/**
 * A session's seats with the way of their money, from the postings of the ledger; null when it is
 * no session of one's own.
 */
export const sessionWayQuery = ({ sessionId, bookingId }: WayOf) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, 'way', sessionId ?? bookingId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data: bookings } = await supabase
        .from('booking_details')
        .select('id,title,start_at,viewer_name')
        .eq(sessionId === null ? 'id' : 'session_id', sessionId ?? bookingId ?? '')
        .order('seat')
        .order('id')
        .abortSignal(signal)
        .throwOnError();
      const [first] = bookings;
      if (!first) return null;
      const { data: postings } = await readPostings(supabase)
        .in(
          'booking_id',
          bookings.map(({ id }) => id),
        )
        .order('at')
        .order('line_id')
        .abortSignal(signal)
        .throwOnError();
      const seats = bookings
        .map(({ id, viewer_name }): SeatWay => {
          const steps = timelineOf(postings.filter(({ booking_id }) => booking_id === id).map(moveOf));
          return {
            bookingId: id,
            viewerName: viewer_name,
            steps,
            money: steps.at(-1)?.after ?? NOWHERE,
          };
        })
        .filter(({ steps }) => steps.length > 0);
      return { title: first.title, startAt: first.start_at, seats };
    },
  });

/** The words for each state of the money: in a list, and as a filter. */
export const MONEY: Readonly<Record<MoneyState, { tone: StateTone; label: string }>> = {
  held: { tone: 'spot', label: 'Retenu' },
  available: { tone: 'settled', label: 'Disponible' },
  in_transit: { tone: 'settled', label: 'En route' },
  banked: { tone: 'settled', label: 'Versé' },
  refunded: { tone: 'neutral', label: 'Remboursé' },
  disputed: { tone: 'live', label: 'En litige' },
  owed: { tone: 'live', label: 'À compenser' },
};

/** The words for each state of a payout. */
export const PAYOUT_STATES: Readonly<Record<Payout['state'], { tone: StateTone; label: string }>> = {
  pending: { tone: 'spot', label: 'En préparation' },
  sent: { tone: 'spot', label: 'En route' },
  paid: { tone: 'settled', label: 'Versé' },
  failed: { tone: 'live', label: 'Refusé par la banque' },
};

/** « Versement 7F3A2C1B », as a booking is « Billet … ». */
export const payoutName = (payoutId: string): string => `Versement ${payoutId.slice(0, 8).toUpperCase()}`;

export const payoutPath = (payoutId: string): string => `/streamer-dashboard/earnings/payouts/${payoutId}`;
