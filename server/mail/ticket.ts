import { html, raw } from 'hono/html';
import type { BookingStatus } from '#domain/booking/booking.ts';
import type { PolicySnapshot } from '#domain/cancellation/policies.ts';
import type { Cents } from '#domain/money/cents.ts';
import { formatEuros } from '#domain/money/format.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { type Instant, minutesAfter } from '#domain/time/instant.ts';
import type { ZoneName } from '#domain/time/zone.ts';
import { inCity, ofCity } from '#domain/time/zone-city.ts';
import { french, frenchDay, frenchHours, frenchTime, frenchYear, unlinked } from './french.ts';
import { display, font, palette } from './palette.ts';

/** The side of a booking that a mail speaks to. */
export type Side = 'viewer' | 'streamer';

/** The booking as it stands after what the mail tells: what the ticket shows and the calendar entry says. */
export interface Ticket {
  bookingId: string;
  /** The session and its room; people of a group session share it. */
  sessionId: string;
  /** The SEQUENCE of the calendar entry: it rises with each mail about it that the same person gets. */
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
  /** The session that the seat belongs to, when it has several; to its streamer they are one date. */
  group: {
    seats: number;
    /** Seats that are requested or agreed, this one included while it is live. */
    taken: number;
    /** Agreed ones among them. */
    agreed: number;
    /** When one of its seats last changed. */
    changedAt: Instant;
    /** What the taken seats cost in all, and what the streamer earns of that; not in facts that were written before it was told. */
    money?: { price: Cents; share: Cents } | undefined;
  } | null;
}

/** The billet as a mail shows it: every text ready. */
export interface TicketView {
  title: string;
  /** « Avec Léa Moreau ». */
  who: string;
  day: string;
  year: string;
  hours: string;
  /** « Heure de Paris · 13 h 30 à Montréal ». */
  zones: string;
  /** « 45 min ». */
  length: string;
  price: string;
  status: { label: string; tone: 'settled' | 'waiting' | 'ended' };
}

const STATUSES: Readonly<Record<BookingStatus, TicketView['status']>> = {
  held: { label: 'Créneau gardé', tone: 'waiting' },
  requested: { label: 'En attente de réponse', tone: 'waiting' },
  confirmed: { label: 'Confirmée', tone: 'settled' },
  in_progress: { label: 'En cours', tone: 'settled' },
  completed: { label: 'Terminée', tone: 'settled' },
  expired: { label: 'Sans suite', tone: 'ended' },
  declined: { label: 'Refusée', tone: 'ended' },
  cancelled_by_viewer: { label: 'Annulée', tone: 'ended' },
  cancelled_by_streamer: { label: 'Annulée', tone: 'ended' },
  cancelled_by_admin: { label: 'Annulée', tone: 'ended' },
  viewer_no_show: { label: 'Absence', tone: 'ended' },
  streamer_no_show: { label: 'Absence', tone: 'ended' },
};

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('fr') + text.slice(1);

function zonesLine(start: Instant, mine: string, other: string): string {
  const here = `Heure ${ofCity(mine)}`;
  const at = new Date(start);
  const sameDay = frenchDay(at, mine) === frenchDay(at, other);
  if (sameDay && frenchTime(at, mine) === frenchTime(at, other)) return here;
  const there = sameDay ? frenchTime(at, other) : `${frenchDay(at, other)} à ${frenchTime(at, other)}`;
  return `${here} · ${there} ${inCity(other)}`;
}

const priceText = (price: Cents): string => (price === 0 ? 'Gratuit' : formatEuros(price));

/** « 6 sur 6 · 108,00 € · 91,80 € pour vous »: a group is one session to its streamer. Null for a session for two, and once it is empty. */
function groupLine({ group }: Ticket): string | null {
  if (group === null || group.taken === 0 || !group.money) return null;
  const places = `${String(group.taken)} sur ${String(group.seats)}`;
  const { price, share } = group.money;
  return price === 0
    ? `${places} · Gratuit`
    : `${places} · ${formatEuros(price)} · ${formatEuros(share)} pour vous`;
}

/** The ticket as one side reads it: their own time in large, the other's beside it when it differs. */
export function ticketView(side: Side, ticket: Ticket): TicketView {
  const { start, durationMinutes, viewerZone, streamerZone } = ticket;
  const [mine, other] = side === 'viewer' ? [viewerZone, streamerZone] : [streamerZone, viewerZone];
  const end = minutesAfter(start, durationMinutes);
  return {
    title: unlinked(ticket.title),
    who: `Avec ${unlinked(side === 'viewer' ? ticket.streamerName : ticket.viewerName)}`,
    day: capital(frenchDay(new Date(start), mine)),
    year: frenchYear(new Date(start), mine),
    hours: frenchHours(start, end, mine),
    zones: zonesLine(start, mine, other),
    length: formatDuration(durationMinutes),
    price: (side === 'streamer' && groupLine(ticket)) || priceText(ticket.price),
    status: STATUSES[ticket.status],
  };
}

const tones = { settled: palette.settled, waiting: palette.soft, ended: palette.live };

/** Tables and borders alone, as mail programs know them; the perforation is a dashed line. */
export function ticketHtml({ title, who, day, hours, zones, length, price, status }: TicketView) {
  const line = (size: number, color: string, text: string, more = '') =>
    html`<p style="margin:0 0 4px;${raw(font)};font-size:${size}px;line-height:1.45;color:${color}${raw(more)}">${french(text)}</p>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.raised}" style="margin:22px 0 4px;border:1px solid ${palette.line};border-radius:16px;background-color:${palette.raised};color:${palette.text};border-collapse:separate">
<tr><td style="padding:20px 22px 16px">
${line(13, palette.muted, `${title} · ${length} · en visio`)}
<p style="margin:8px 0 6px;${raw(display)};font-size:25px;line-height:1.15;font-weight:640;letter-spacing:-.4px;color:${palette.text}">${day}<br>${hours}</p>
${line(14, palette.soft, zones)}
${line(16, palette.text, who, ';font-weight:600;padding-top:10px')}
</td></tr>
<tr><td style="padding:0 14px"><div style="border-top:2px dashed ${palette.lineStrong};font-size:0;line-height:0">&nbsp;</div></td></tr>
<tr><td style="padding:12px 22px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="${raw(font)};font-size:14px;line-height:1.4;font-weight:600;color:${tones[status.tone]}">${status.label}</td>
<td align="right" style="${raw(display)};font-size:20px;line-height:1.2;font-weight:640;color:${palette.text};white-space:nowrap">${price}</td>
</tr></table></td></tr>
</table>`;
}

/** The same for plain readers. */
export const ticketText = ({
  title,
  who,
  day,
  year,
  hours,
  zones,
  length,
  price,
  status,
}: TicketView): string =>
  [`${title} · ${length} · en visio`, `${day} ${year}, ${hours}`, zones, who, `${status.label} · ${price}`]
    .map((line) => `| ${french(line)}`)
    .join('\n');
