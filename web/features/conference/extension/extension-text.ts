import type { ExtensionEnd, ExtensionObstacle, RoomExtension } from '#product/booking/extension-contract.ts';
import type { RoomSide } from '#product/conference/contract.ts';
import { thatName } from '#product/shared/elision.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';

type Side = Exclude<RoomSide, 'admin'>;

/** « Prolonger de 15 min · 11,25 € » */
export const buttonText = (minutes: number, priceCents: number): string =>
  `Prolonger de ${formatDuration(minutes)} · ${priceCents === 0 ? 'gratuit' : formatMoney(priceCents)}`;

/** The same on a telephone. */
export const shortButtonText = (minutes: number, priceCents: number): string =>
  `+ ${formatDuration(minutes)}${priceCents === 0 ? '' : ` · ${formatMoney(priceCents)}`}`;

/** The text of the dialog before something is offered. */
export function offerText(side: Side, other: string, priceCents: number): string {
  if (priceCents === 0) return `${other} doit accepter. C’est gratuit, comme la session.`;
  const price = formatMoney(priceCents);
  return side === 'viewer'
    ? `${other} doit accepter. Vous payez ensuite ${price} dans un nouvel onglet, et la loge reste ouverte.`
    : `${other} doit accepter, puis payer ${price}. La session n’est prolongée qu’une fois payée.`;
}

/** Why a session cannot be made longer at the moment. */
export function obstacleText(obstacle: ExtensionObstacle, side: Side, other: string): string {
  if (obstacle === 'alone') return `Attendez ${thatName(other)} soit dans la loge pour prolonger.`;
  const own = (obstacle === 'streamer_busy') === (side === 'streamer');
  return own
    ? 'Votre prochaine session suit de trop près : celle-ci ne peut pas durer plus longtemps.'
    : `${other} a un autre rendez-vous juste après : la session ne peut pas durer plus longtemps.`;
}

/** The text of the card about an open extension, also read aloud. */
export function openText(
  { state, by, minutes, priceCents }: RoomExtension,
  side: Side,
  other: string,
): string {
  const longer = formatDuration(minutes);
  const price = formatMoney(priceCents);
  if (state === 'offered') {
    if (by === side) return `Vous avez proposé de prolonger de ${longer}. ${other} doit répondre.`;
    const cost =
      priceCents === 0 ? 'C’est gratuit.' : side === 'viewer' ? `Cela coûte ${price}.` : `Prix : ${price}.`;
    return `${other} propose de prolonger la session de ${longer}. ${cost}`;
  }
  if (side === 'streamer')
    return `C’est accepté : ${other} règle ${price}. La session sera prolongée dès que c’est payé.`;
  return state === 'paying'
    ? `Le paiement de ${price} est ouvert dans un autre onglet. La session sera prolongée dès que c’est payé.`
    : `C’est accepté. Payez ${price} pour prolonger de ${longer}.`;
}

/** The text once an extension is no longer open; null while it is. */
export function endText(extension: RoomExtension, side: Side, other: string): string | null {
  if (extension.state === 'done') return `La session dure ${formatDuration(extension.minutes)} de plus.`;
  return extension.reason === null ? null : refusedText(extension, extension.reason, side, other);
}

function refusedText({ by }: RoomExtension, reason: ExtensionEnd, side: Side, other: string): string {
  switch (reason) {
    case 'declined':
      return by === side ? `${other} préfère ne pas prolonger.` : 'Vous avez refusé de prolonger.';
    case 'withdrawn':
      return 'La prolongation a été abandonnée. Rien n’a été payé.';
    case 'unanswered':
      return 'La proposition de prolonger est restée sans réponse.';
    case 'unpaid':
      return 'La prolongation n’a pas été payée à temps. Rien n’a été débité.';
    case 'time_taken':
      return 'Quelqu’un a réservé l’heure suivante entre-temps : la session garde sa durée. Rien n’a été débité.';
    case 'session_over':
      return 'La session s’est terminée avant la prolongation. Rien n’a été débité.';
    case 'payment_failed':
      return side === 'viewer'
        ? 'Votre banque a refusé le paiement : la session retrouve sa durée. Rien n’a été débité.'
        : 'Le paiement de la prolongation a échoué : la session retrouve sa durée.';
  }
}
