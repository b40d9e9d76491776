import type { BookingStatus } from '#domain/booking/booking.ts';
import type { PolicySnapshot } from '#domain/cancellation/policies.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { ZoneName } from '#domain/time/zone.ts';

/** The side of a booking that a mail speaks to. */
export type Side = 'viewer' | 'streamer';

/** The booking as it stands after what the mail tells: what the ticket shows and the calendar entry says. */
export interface Ticket {
  bookingId: string;
  /** The session and its room; people of a group session share it. */
  sessionId: string;
  /** Rises with each transition; the SEQUENCE of the calendar entry. */
  revision: number;
  status: BookingStatus;
  /** The offer's title. */
  title: string;
  start: Instant;
  durationMinutes: number;
  /** Display names: what the other side may know of a person. */
  viewerName: string;
  streamerName: string;
  /** The streamer's handle or id: the end of their page's address. */
  streamerPath: string;
  viewerZone: ZoneName;
  streamerZone: ZoneName;
  /** What the viewer pays; 0 is a free session. */
  price: Cents;
  /** What the streamer earns of it when the session takes place: the price less the platform's fee. */
  streamerShare: Cents;
  policy: PolicySnapshot;
  /** When the row last changed: the calendar entry's DTSTAMP. */
  changedAt: Instant;
}

/** What happened to a booking. Instants and amounts are those that the sentence names. */
export type BookingMailEvent =
  /** An on-request offer waits for the streamer. */
  | { kind: 'requested'; answerBy: Instant }
  | { kind: 'confirmed' }
  | { kind: 'declined'; reason: string | null }
  | { kind: 'request_expired' }
  /** `refund`: what the viewer gets back, or is not charged; `charged` tells which. */
  | {
      kind: 'cancelled';
      by: 'viewer' | 'streamer' | 'admin';
      refund: Cents;
      charged: boolean;
      reason: string | null;
    }
  /** The viewer moved it. */
  | { kind: 'rescheduled'; previousStart: Instant }
  /** The streamer asks for another start, and the viewer answers. */
  | { kind: 'proposed'; start: Instant; answerBy: Instant }
  | { kind: 'proposal_accepted'; previousStart: Instant }
  | { kind: 'proposal_refused'; start: Instant; refund: Cents; charged: boolean }
  | { kind: 'proposal_lapsed'; start: Instant }
  | { kind: 'proposal_withdrawn'; start: Instant }
  | { kind: 'reminder'; minutesBefore: 1440 | 60 | 10 }
  /** The means of payment did not go through while the time was held; null when the hold is over. */
  | {
      kind: 'payment_failed';
      cause: 'declined' | 'authentication' | 'abandoned' | 'too_late';
      retryUntil: Instant | null;
    }
  /** The bank took its authorisation back, so the booking cannot stand. */
  | { kind: 'capture_failed' }
  /** The refund left for the viewer's means of payment. */
  | { kind: 'refunded'; amount: Cents }
  /** Both agreed in the room to go on for so much longer; the ticket is the longer session's. */
  | { kind: 'extended'; minutes: number; amount: Cents }
  /** The bank did not pay for it after all: the session is as long as it was before. */
  | { kind: 'extension_unpaid'; minutes: number; amount: Cents }
  /** The team decided otherwise than attendance: the viewer gets `refund` back in all, the streamer keeps `share`. */
  | { kind: 'overruled'; refund: Cents; share: Cents; reason: string }
  /** It took place. `refund`: what the viewer gets back for the part that did not; `share`: what the streamer earns. */
  | { kind: 'completed'; refund: Cents; share: Cents }
  /** Somebody did not come; `refund` is what the viewer gets back. */
  | { kind: 'no_show'; absent: Side; refund: Cents };

export type BookingMailKind = BookingMailEvent['kind'];

/** One mail about a booking to one of its sides. */
export interface BookingMail {
  to: string;
  userId: string;
  firstName: string | null;
  recipient: Side;
  event: BookingMailEvent;
  ticket: Ticket;
}

/** What is told to one person and is about no booking of theirs. */
export type NoticeEvent =
  /** A time came free for somebody on the waiting list; first come, first served. */
  | {
      kind: 'slot_free';
      streamerName: string;
      /** The streamer's handle or id: the end of the booking page's address. */
      streamerPath: string;
      title: string;
      start: Instant;
      durationMinutes: number;
      price: Cents;
      zone: ZoneName;
      streamerZone: ZoneName;
    }
  /** An imported calendar could not be read for a day; `problem` is a French sentence. */
  | { kind: 'calendar_broken'; label: string; problem: string; lastGoodAt: Instant | null; zone: ZoneName }
  | { kind: 'payout_sent'; amount: Cents }
  /** Messages that nobody read for a while, newest conversation first; `other` is null when several people wrote. */
  | {
      kind: 'unread_messages';
      conversations: readonly {
        side: Side;
        bookingId: string;
        title: string;
        count: number;
        other: string | null;
      }[];
    };

export interface Notice {
  to: string;
  userId: string;
  firstName: string | null;
  event: NoticeEvent;
}
