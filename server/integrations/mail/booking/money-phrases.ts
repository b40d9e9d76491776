import { explainPolicy } from '#domain/cancellation/refund.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Instant } from '#domain/time/instant.ts';
import { euros, type Scene } from './scene.ts';

/** How long banks take; the same words as the page's. */
const BANK_DAYS = 'sous 5 à 10 jours selon votre banque';

/** What a viewer gets back, when and how. Nothing for a free session. */
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

/** What becomes of a streamer's earning when a viewer cancels. */
export function keptByStreamer({ ticket, other }: Scene, refund: Cents): string[] {
  if (ticket.price === 0) return [];
  if (refund >= ticket.price) return [`${other} récupère la totalité de son paiement.`];
  const kept = euros((ticket.price - refund) as Cents);
  return [
    `Selon votre politique d’annulation, ${kept} restent dus : votre part, après frais, rejoint vos revenus.`,
  ];
}

/** The policy in euros and hours, as the viewer accepted it: what cancelling gives back from now on. */
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

/** What stands reserved on the card while nobody has answered. */
export const reservedOnCard = ({ ticket }: Scene): string[] =>
  ticket.price === 0
    ? []
    : [
        `La somme de ${euros(ticket.price)} est réservée sur votre carte, et débitée seulement si la demande est acceptée.`,
      ];

export const earning = ({ ticket }: Scene): string[] =>
  ticket.price === 0 ? [] : [`Votre part pour cette session : ${euros(ticket.streamerShare)}.`];
