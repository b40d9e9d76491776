import type { HistoryStep } from '#web/entities/booking/queries.ts';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';

const ACTORS: Readonly<Record<HistoryStep['actor'], string>> = {
  viewer: 'Le viewer',
  streamer: 'Le streamer',
  admin: 'Loge',
  system: 'Loge',
};

const SENTENCES: Readonly<Record<string, string>> = {
  hold: 'a retenu le créneau',
  start_payment: 'a ouvert le paiement',
  extend_hold: 'a prolongé le temps pour payer',
  release_hold: 'a rendu le créneau',
  take_for_free: 'a réservé, sans frais',
  accept: 'a accepté la demande',
  decline: 'a refusé la demande',
  cancel: 'a annulé',
  propose: 'a proposé un autre horaire',
  withdraw_proposal: 'a retiré sa proposition',
  accept_proposal: 'a accepté l’autre horaire',
  refuse_proposal: 'a refusé l’autre horaire',
  reschedule: 'a déplacé la session',
  extend_session: 'a prolongé la session',
};

/** What the system alone does is told without an actor. */
const BY_ITSELF: Readonly<Record<string, string>> = {
  authorise_payment: 'Le paiement a été autorisé',
  lapse_proposal: 'La proposition est restée sans réponse',
  begin: 'La session a commencé',
  settle: 'La session a été réglée',
  retract_extension: 'La prolongation n’a pas été payée',
  expire: 'Le délai est passé',
};

const instantText = (value: unknown, zone: string): string | null =>
  typeof value === 'string' ? formatDateTime(value, zone) : null;

/** A step of a booking's history in one sentence, with the instants and euros that it changed. */
export function describeStep({ actor, type, detail }: HistoryStep, zone: string): string {
  // Once paid, Loge writes it down for the two who agreed on it.
  const sentence = BY_ITSELF[type] ?? `${ACTORS[actor]} ${SENTENCES[type] ?? type}`;
  const to = instantText(detail.to, zone);
  const proposed = instantText(detail.proposed, zone);
  const more = [
    to && `nouvel horaire : ${to}`,
    proposed && `proposé : ${proposed}`,
    typeof detail.minutes === 'number' &&
      `${detail.minutes > 0 ? '+' : '−'} ${formatDuration(Math.abs(detail.minutes))}`,
    typeof detail.priceCents === 'number' && detail.priceCents > 0 && formatMoney(detail.priceCents),
    typeof detail.refundCents === 'number' &&
      detail.refundCents > 0 &&
      `${formatMoney(detail.refundCents)} rendus`,
    typeof detail.deliveredMinutes === 'number' && `${String(detail.deliveredMinutes)} min ensemble`,
  ].filter((part) => typeof part === 'string');
  return more.length > 0 ? `${sentence} (${more.join(', ')})` : sentence;
}
