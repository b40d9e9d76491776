import type { BookingEventType } from '#domain/booking/events.ts';

const LABELS: Readonly<Record<BookingEventType | 'hold', string>> = {
  hold: 'créneau retenu',
  start_payment: 'paiement commencé',
  extend_hold: 'délai prolongé',
  release_hold: 'créneau libéré',
  authorise_payment: 'paiement autorisé',
  take_for_free: 'place gratuite prise',
  accept: 'demande acceptée',
  decline: 'demande refusée',
  cancel: 'annulation',
  reschedule: 'déplacement',
  propose: 'autre horaire proposé',
  withdraw_proposal: 'proposition retirée',
  accept_proposal: 'proposition acceptée',
  refuse_proposal: 'proposition refusée',
  lapse_proposal: 'proposition restée sans réponse',
  begin: 'début',
  extend_session: 'prolongation',
  retract_extension: 'prolongation retirée',
  settle: 'règlement',
  expire: 'délai dépassé',
};

/** What happened to a booking, in words; a kind that this page does not know yet as it is written. */
export const eventLabel = (type: string): string =>
  Object.hasOwn(LABELS, type) ? LABELS[type as keyof typeof LABELS] : type;
