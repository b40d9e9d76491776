import { z } from 'zod';
import { frenchDateTime, frenchDay, frenchTime, unlinked } from '#product/mail/french.ts';
import type { MailContent } from '#product/mail/layout.ts';
import { cents, defineMail, instant, type MailKind, sampleCents } from '#product/mail/mail-kind.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { type Instant, minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import type { BookingStatus } from '../rules/booking.ts';
import { CALENDAR_LABELS, CALENDARS, calendarLink } from '../rules/calendar-links.ts';
import { POLICIES, type PolicySnapshot } from '../rules/policies.ts';
import { explainPolicy } from '../rules/refund.ts';
import { mailCalendar } from './calendar.ts';
import { type Side, type Ticket, ticketView } from './ticket.ts';

/** The facts of which the sentences of a booking mail are made, as its reader sees them. */
export interface Scene {
  side: Side;
  ticket: Ticket;
  /** The name of the other side. */
  other: string;
  /** Of the reader. */
  zone: ZoneName;
  /** « jeudi 12 mars 2026 à 18 h 30 (heure de Paris) ». */
  when: (instant: Instant) => string;
  /** « jeudi 12 mars à 18 h 30 », for subjects. */
  shortly: (instant: Instant) => string;
  /** « 18 h 30 ». */
  hour: (instant: Instant) => string;
  links: { booking: string; room: string; bookAgain: string };
}

export function sceneOf(side: Side, ticket: Ticket, site: string): Scene {
  const zone = side === 'viewer' ? ticket.viewerZone : ticket.streamerZone;
  const id = encodeURIComponent(ticket.bookingId);
  return {
    side,
    ticket,
    other: unlinked(side === 'viewer' ? ticket.streamerName : ticket.viewerName),
    zone,
    when: (instant) => frenchDateTime(new Date(instant), zone),
    shortly: (instant) => `${frenchDay(new Date(instant), zone)} à ${frenchTime(new Date(instant), zone)}`,
    hour: (instant) => frenchTime(new Date(instant), zone),
    links: {
      booking: `${site}/${side}-dashboard/bookings?booking=${id}`,
      room: `${site}/conference/room/${encodeURIComponent(ticket.sessionId)}`,
      bookAgain: `${site}/book-session/${encodeURIComponent(ticket.streamerPath)}`,
    },
  };
}

export const euros = formatEuros;

/** A person's own words, set apart from ours. */
export const quoting = (label: string, words: string | null): string[] =>
  words === null || words.trim() === '' ? [] : [`${label} : « ${unlinked(words.trim().slice(0, 500))} »`];

/** How long banks take; the same words as the page's. */
const BANK_DAYS = 'sous 5 à 10 jours selon votre banque';

/** Says the viewer's refund, when and how. Nothing for a free session. */
export function refundToViewer({ ticket }: Scene, refund: Cents, charged: boolean): string[] {
  if (ticket.price === 0) return [];
  if (!charged)
    return [`Rien ne vous est débité : la réserve de ${euros(ticket.price)} sur votre carte est libérée.`];
  if (refund === 0) return ['Selon la politique d’annulation de la réservation, rien n’est remboursé.'];
  const part = refund < ticket.price ? `, sur ${euros(ticket.price)},` : '';
  return [
    `La somme de ${euros(refund)}${part} vous est remboursée sur votre moyen de paiement, ${BANK_DAYS}.`,
  ];
}

/** Says the refund of a viewer who disputed the payment at their bank: nobody is refunded twice. */
export const refundAfterDispute = (refund: Cents): string[] => [
  'Votre banque examine la contestation de ce paiement. Si elle vous donne raison, vous gardez la somme qu’elle retient.',
  refund === 0
    ? 'Sinon, selon la politique d’annulation de la réservation, rien n’est remboursé.'
    : `Sinon, ${euros(refund)} vous sont remboursés après sa décision. Rien n’est remboursé deux fois.`,
];

/** Says the streamer's earning when a viewer cancels. */
export function keptByStreamer({ ticket, other }: Scene, refund: Cents): string[] {
  if (ticket.price === 0) return [];
  if (refund >= ticket.price) return [`${other} récupère la totalité de son paiement.`];
  const kept = euros((ticket.price - refund) as Cents);
  return [
    `Selon votre politique d’annulation, ${kept} restent dus : votre part, commission déduite, rejoint vos revenus.`,
  ];
}

/**
 * The policy in euros and hours, as the viewer accepted it: what cancelling gives back from now on.
 */
export function policyInWords({ ticket, shortly }: Scene, now: Instant): string[] {
  if (ticket.price === 0) return [];
  const steps = explainPolicy(ticket.policy, ticket.price, ticket.start, now).filter(
    ({ until }) => until === null || until >= now,
  );
  const said = steps.map(({ until, refund }, index) => {
    const amount = refund === 0 ? 'aucun remboursement' : `${euros(refund)} remboursés`;
    if (until === null) return index === 0 ? amount : `puis ${amount}`;
    return `${index === 0 ? '' : 'puis '}${amount} jusqu’au ${shortly(until)}`;
  });
  return said.length === 0 ? [] : [`Si vous annulez : ${said.join(', ')}.`];
}

/** The amount that is reserved on the card until somebody answers. */
export const reservedOnCard = ({ ticket }: Scene): string[] =>
  ticket.price === 0
    ? []
    : [
        `La somme de ${euros(ticket.price)} est réservée sur votre carte, et débitée seulement si la demande est acceptée.`,
      ];

export const earning = ({ ticket }: Scene): string[] =>
  ticket.price === 0 ? [] : [`Votre part pour cette session : ${euros(ticket.streamerShare)}.`];

/** The one thing to do: to see the booking, to take another slot, to go to the room. */
export const see = (
  { side, links }: Scene,
  label = side === 'viewer' ? 'Voir ma réservation' : 'Voir la réservation',
) => ({ label, link: links.booking });
export const again = ({ links }: Scene) => ({ label: 'Choisir un autre créneau', link: links.bookAgain });
export const room = ({ links }: Scene, label: string) => ({ label, link: links.room });

/**
 * The session for calendars that take no file; the invitation that goes with the mail is for all
 * others.
 */
export const calendars = ({ ticket, other, links }: Scene): NonNullable<MailContent['further']> => ({
  label: 'Ajouter à mon agenda :',
  links: CALENDARS.map((calendar) => ({
    label: CALENDAR_LABELS[calendar],
    link: calendarLink(calendar, {
      title: `${ticket.title} avec ${other}`,
      start: ticket.start,
      end: minutesAfter(ticket.start, ticket.durationMinutes),
      details: `Rejoindre la loge : ${links.room}\nVoir, déplacer ou annuler : ${links.booking}`,
    }),
  })),
});

export const freed = 'Le créneau est de nouveau libre.';

const text = z.string();
const ticket = z.object({
  bookingId: text,
  sessionId: text,
  revision: z.number(),
  status: z.custom<BookingStatus>((value) => typeof value === 'string'),
  title: text,
  start: instant,
  durationMinutes: z.number(),
  viewerName: text,
  streamerName: text,
  streamerPath: text,
  viewerZone: text,
  streamerZone: text,
  price: cents,
  streamerShare: cents,
  policy: z.custom<PolicySnapshot>(
    (value) => typeof value === 'object' && value !== null && 'tiers' in value,
  ),
  changedAt: instant,
  group: z
    .object({
      seats: z.number(),
      taken: z.number(),
      agreed: z.number(),
      changedAt: instant,
      money: z.object({ price: cents, share: cents }).optional(),
    })
    .nullable()
    // Facts that were written before the field was there.
    .default(null),
}) satisfies z.ZodType<Ticket>;

/** The booking of every sample. */
export const sampleTicket: Ticket = {
  bookingId: '0b7d4bd6-3e5c-4a6e-8a3d-0123456789ab',
  sessionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  revision: 3,
  status: 'confirmed',
  title: 'Coaching classé',
  start: parseInstant('2026-03-12T17:30:00Z'),
  durationMinutes: 45,
  viewerName: 'Camille',
  streamerName: 'Léa Moreau',
  streamerPath: 'lea',
  viewerZone: 'America/Montreal',
  streamerZone: 'Europe/Paris',
  price: sampleCents(2_500),
  streamerShare: sampleCents(2_125),
  policy: POLICIES.standard,
  changedAt: parseInstant('2026-03-01T08:00:00Z'),
  group: null,
};

/** The words of a mail around its ticket. */
type Wording<Event> = (event: Event, scene: Scene) => Omit<MailContent, 'ticket'>;

type FactsOf<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.output<Shape[Name]> };

/** An event of a booking, told to one side of it, with the booking as it stands after that. */
export interface BookingFact<Event> {
  side: Side;
  ticket: Ticket;
  event: Event;
}

/** A mail about a booking. */
export interface BookingMailKind<Event> extends MailKind<BookingFact<Event>> {
  /** The sides that get a mail. */
  sides: readonly Side[];
  /** Whether it changes a calendar. */
  inCalendar: boolean;
}

/**
 * A mail about a booking, with its ticket and its calendar entry, in the words for each side; null
 * for a side that is told nothing.
 * @param kind what happened, as events name it
 * @param shape what the sentences name beside the ticket
 */
export function bookingMail<const Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  shape: Shape,
  mail: {
    sample: FactsOf<Shape>;
    viewer: Wording<FactsOf<Shape>> | null;
    streamer: Wording<FactsOf<Shape>> | null;
    /** False: it changes nothing in a calendar. */
    calendar?: false;
    /** False: it shows no ticket. */
    ticket?: false;
  },
): BookingMailKind<{ kind: Kind } & FactsOf<Shape>> {
  type Event = { kind: Kind } & FactsOf<Shape>;
  // zod cannot infer the output of a shape that is still a type parameter; FactsOf states it.
  const event = z.object({ ...shape, kind: z.literal(kind) }) as unknown as z.ZodType<Event>;
  const facts = z.object({ side: z.enum(['viewer', 'streamer']), ticket, event });
  const sides = (['viewer', 'streamer'] as const).filter((side) => mail[side] !== null);
  const sample: Event = { ...mail.sample, kind };
  return {
    ...defineMail<BookingFact<Event>>({
      name: `booking.${kind}`,
      shows: 'support',
      facts,
      samples: sides.map((side) => ({ side, ticket: sampleTicket, event: sample })),
      content(fact, { site }) {
        const wording = mail[fact.side];
        if (wording === null) throw new Error(`the ${fact.side} is told nothing of ${kind}`);
        const said = wording(fact.event, sceneOf(fact.side, fact.ticket, site));
        return mail.ticket === false ? said : { ...said, ticket: ticketView(fact.side, fact.ticket) };
      },
      calendar: (fact, envelope) =>
        mail.calendar === false ? null : mailCalendar(fact.side, fact.ticket, envelope),
    }),
    sides,
    inCalendar: mail.calendar !== false,
  };
}
