import { moneyStateOf, shareOfStreamer } from '#product/payments/rules/timeline.ts';
import { type EarnedSession, MONEY } from '#web/entities/payment/earnings.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { csvOf, euroCell, quoted } from '#web/lib/spreadsheet.ts';

const HEAD = [
  'Date',
  'Heure',
  'Session',
  'Billet',
  'Viewer',
  'Payé',
  'Remboursé',
  'Commission',
  'Pour vous',
  'État',
];

/** The seats of sessions as a file for spreadsheets in French. */
export function earningsCsv(sessions: readonly EarnedSession[], zone: string): string {
  const rows = sessions.flatMap(({ title, startAt, seats }) =>
    seats.map(({ bookingId, viewerName, money }) => [
      quoted(formatDay(startAt, zone, { weekday: false, month: 'short', year: true })),
      quoted(formatTime(startAt, zone)),
      quoted(title),
      quoted(bookingId.slice(0, 8).toUpperCase()),
      quoted(viewerName ?? 'Compte supprimé'),
      euroCell(money.captured),
      euroCell(money.returned),
      euroCell(money.fee),
      euroCell(shareOfStreamer(money)),
      quoted(MONEY[moneyStateOf(money)].label),
    ]),
  );
  return csvOf([HEAD.map(quoted), ...rows]);
}
