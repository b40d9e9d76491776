import { type PaidRow, paymentStateOf } from '#web/entities/payment/payment.ts';
import { formatDay } from '#web/lib/format.ts';
import { csvOf, euroCell, quoted } from '#web/lib/spreadsheet.ts';
import { deviceZone } from '#web/lib/zone.ts';

const HEAD = ['Date', 'Session', 'Streamer', 'Billet', 'Montant', 'Débité', 'Remboursé', 'Net payé', 'État'];

/** Says in words what a payment was for. */
export const soldTitle = ({ title, kind }: Pick<PaidRow, 'title' | 'kind'>): string =>
  kind === 'extension' ? `${title} (prolongation)` : title;

/** Whom a payment went to, in words. */
export const sellerName = ({ streamer }: Pick<PaidRow, 'streamer'>): string =>
  streamer?.name ?? 'Compte supprimé';

/** One's payments as a file for spreadsheets in French. */
export const paymentsCsv = (payments: readonly PaidRow[]): string =>
  csvOf([
    HEAD.map(quoted),
    ...payments.map((payment) => [
      quoted(formatDay(payment.createdAt, deviceZone(), { weekday: false, month: 'short', year: true })),
      quoted(soldTitle(payment)),
      quoted(sellerName(payment)),
      quoted(payment.bookingId.slice(0, 8).toUpperCase()),
      euroCell(payment.amountCents),
      euroCell(payment.capturedCents),
      euroCell(payment.refundedCents),
      euroCell(payment.capturedCents - payment.refundedCents),
      quoted(paymentStateOf(payment).label),
    ]),
  ]);
