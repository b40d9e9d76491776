import type { RoomDetails } from '#product/conference/contract.ts';
import { formatDay, formatDuration, formatMoney } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';

export interface SettlementText {
  title: string;
  /** The outcome for the money, and its reason. */
  lines: readonly string[];
}

type Facts = Pick<RoomDetails, 'side' | 'state' | 'booking' | 'others' | 'evidence'>;

/**
 * How a session ended and was settled, for the viewer, the streamer or an admin.
 * @param ended its time is over; the reader may never have been there
 */
export function settlementText(
  { side, state, booking, others, evidence }: Facts,
  ended: boolean,
): SettlementText {
  const { status, priceCents, refundCents, deliveredMinutes, durationMinutes } = booking;
  const refund = refundCents ?? 0;
  const kept = priceCents - refund;
  const isFree = priceCents === 0;
  const other = others[0]?.name ?? 'L’autre personne';
  const there = evidence
    ? [
        `Présence relevée par Loge : ${(['streamer', 'viewer'] as const)
          .map((each) => `${each === side ? 'vous' : each} ${formatDuration(evidence[`${each}Minutes`])}`)
          .join(', ')}.`,
        ...(evidence.keptOutMinutes > 0
          ? [
              `${side === 'viewer' ? 'Vous n’avez pas pu être dans la loge' : 'Le viewer a été tenu hors de la loge'} pendant ${formatDuration(evidence.keptOutMinutes)} : ce temps ne compte pas comme donné.`,
            ]
          : []),
      ]
    : [];
  /** Says who was absent, at the beginning of a sentence. */
  const absent = (who: 'streamer' | 'viewer') =>
    who === side ? 'Vous n’étiez pas là' : `Le ${who} n’était pas là`;
  const refunded =
    refund === priceCents
      ? `${formatMoney(refund)} sont remboursés, en entier`
      : `${formatMoney(refund)} sont remboursés`;
  switch (status) {
    case 'completed': {
      const inFull = `Session complète : ${isFree ? 'elle était gratuite.' : `${formatMoney(priceCents)} ${side === 'viewer' ? 'payés au streamer' : 'payés'}.`}`;
      const inPart = `Session donnée pendant ${formatDuration(deliveredMinutes ?? 0)} sur ${formatDuration(durationMinutes)} : ${formatMoney(kept)} réglés, ${refunded}${side === 'viewer' ? ' sur votre moyen de paiement' : ' au viewer'}.`;
      return { title: 'Merci, et à bientôt', lines: [refund === 0 ? inFull : inPart, ...there] };
    }
    case 'streamer_no_show':
      return {
        title: side === 'streamer' ? 'Vous n’étiez pas là' : `${other} n’était pas là`,
        lines: [
          `${absent('streamer')} dans les 10 premières minutes${isFree ? '.' : ` : ${refunded}.`}`,
          ...there,
        ],
      };
    case 'viewer_no_show':
      return {
        title: side === 'viewer' ? 'Vous n’étiez pas là' : `${other} n’était pas là`,
        lines: [
          `${absent('viewer')} dans les 15 premières minutes${
            isFree
              ? '.'
              : ` : les conditions d’annulation s’appliquent, ${refund === 0 ? `${formatMoney(kept)} restent dus` : refunded}.`
          }`,
          ...there,
        ],
      };
    default:
      return {
        title: state === 'over' ? 'La session est terminée' : 'Vous avez quitté la loge',
        lines: [
          ended
            ? 'La session se règle d’après le temps passé ensemble : le résultat s’affichera ici dans quelques instants.'
            : 'À l’heure de fin, le streamer est payé si vous avez été là tous les deux.',
        ],
      };
  }
}

/**
 * Explains the team's decision in place of the settlement by attendance, in euros and with the day.
 */
export function decisionText(
  { side, booking }: Pick<RoomDetails, 'side' | 'booking'>,
  { refundCents, at }: NonNullable<RoomDetails['decision']>,
): string {
  const whole =
    refundCents === booking.priceCents ? ', en entier' : ` sur ${formatMoney(booking.priceCents)}`;
  const to = side === 'viewer' ? 'vous sont remboursés' : 'sont remboursés au viewer';
  return `Le ${formatDay(at, deviceZone(), { weekday: false })}, l’équipe a revu ce règlement : ${formatMoney(refundCents)} ${to} en tout${whole}.`;
}
