import type { Side } from '#web/entities/booking/booking.ts';
import type { HistoryStep } from '#web/entities/booking/queries.ts';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';

const ACTORS: Readonly<Record<HistoryStep['actor'], string>> = {
  viewer: 'Le viewer',
  streamer: 'Le streamer',
  admin: 'Loge',
  system: 'Loge',
};

/** An act in words, after « Vous avez » or « Le viewer a ». */
const DEEDS: Readonly<Record<string, string>> = {
  hold: 'retenu le créneau',
  start_payment: 'ouvert le paiement',
  extend_hold: 'prolongé le temps pour payer',
  release_hold: 'libéré le créneau',
  take_for_free: 'réservé, gratuitement',
  accept: 'accepté la demande',
  decline: 'refusé la demande',
  cancel: 'annulé',
  propose: 'proposé un autre horaire',
  withdraw_proposal: 'retiré la proposition',
  accept_proposal: 'accepté l’autre horaire',
  refuse_proposal: 'refusé l’autre horaire',
  reschedule: 'déplacé la session',
  extend_session: 'prolongé la session',
};

/** Events of the system are told without an actor. */
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

/**
 * A step of a booking's history in one sentence to one of its sides, with the instants and euros
 * that it changed.
 */
export function describeStep({ actor, type, detail }: HistoryStep, side: Side, zone: string): string {
  // Once paid, Loge writes it down for the two who agreed on it.
  const who = actor === side ? 'Vous avez' : `${ACTORS[actor]} a`;
  const deed =
    type === 'reprice' ? (detail.codeId === null ? 'retiré le code' : 'appliqué un code') : DEEDS[type];
  const sentence = BY_ITSELF[type] ?? `${who} ${deed ?? type}`;
  const to = instantText(detail.to, zone);
  const proposed = instantText(detail.proposed, zone);
  const more = [
    to && `nouvel horaire : ${to}`,
    proposed && `proposé : ${proposed}`,
    typeof detail.minutes === 'number' &&
      `${detail.minutes > 0 ? '+' : '−'} ${formatDuration(Math.abs(detail.minutes))}`,
    // The sum that an unpaid extension takes back is in its sentence.
    typeof detail.priceCents === 'number' &&
      (type === 'reprice'
        ? `${formatMoney(Math.abs(detail.priceCents))} de ${detail.priceCents < 0 ? 'moins' : 'plus'}`
        : detail.priceCents > 0 && formatMoney(detail.priceCents)),
    typeof detail.refundCents === 'number' &&
      detail.refundCents > 0 &&
      `${formatMoney(detail.refundCents)} remboursés`,
    typeof detail.deliveredMinutes === 'number' && `${formatDuration(detail.deliveredMinutes)} ensemble`,
  ].filter((part) => typeof part === 'string');
  return more.length > 0 ? `${sentence} (${more.join(', ')})` : sentence;
}
