import * as z from 'zod/mini';
import {
  MOST_INTAKE_QUESTIONS,
  OFFER_DURATIONS_MINUTES,
  OFFER_SEATS,
} from '#product/availability/rules/availability.ts';
import { overlappingWeekly } from '#product/availability/rules/overlaps.ts';
import type { IntakeQuestion } from '#product/booking/rules/booking.ts';
import type { PolicyName } from '#product/booking/rules/policies.ts';
import type { OwnOffer } from '#web/entities/offer/queries.ts';
import { priceField, readPrice } from '#web/features/streamer-settings/euros.ts';

const question = z.object({
  id: z.string(),
  label: z
    .string()
    .check(z.trim(), z.minLength(3, 'Écrivez la question'), z.maxLength(160, '160 caractères au plus')),
  required: z.boolean(),
  long: z.boolean(),
});

/** The fields of an offer, as texts, within the bounds of the database's own checks. */
export const offerSchema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Le titre doit contenir au moins 3 caractères'),
      z.maxLength(80, 'Le titre doit tenir en 80 caractères'),
    ),
  description: z.string().check(z.trim(), z.maxLength(2000, 'La description doit tenir en 2 000 caractères')),
  category: z.string().check(z.minLength(1, 'Choisissez une catégorie')),
  duration: z.string(),
  price: z
    .string()
    .check(z.refine((text) => readPrice(text) !== null, '0 pour une session gratuite, sinon de 5 à 5 000 €')),
  seats: z.string().check(
    z.refine(
      (text) => {
        const seats = Number(text);
        return Number.isInteger(seats) && seats >= OFFER_SEATS.min && seats <= OFFER_SEATS.max;
      },
      `De ${String(OFFER_SEATS.min)} à ${String(OFFER_SEATS.max)} places`,
    ),
  ),
  confirmation: z.string(),
  policy: z.string(),
  questions: z.array(question).check(z.maxLength(MOST_INTAKE_QUESTIONS, 'Six questions au plus')),
  adultsOnly: z.boolean(),
  isActive: z.boolean(),
  /**
   * Rules of its own, as texts; empty: as the streamer says, and of the step as long as a session.
   */
  step: z.string(),
  bufferBefore: z.string(),
  bufferAfter: z.string(),
  notice: z.string(),
  ownHours: z.nullable(
    z.array(z.object({ weekday: z.literal([1, 2, 3, 4, 5, 6, 7]), from: z.int(), to: z.int() })).check(
      z.minLength(1, 'Ouvrez au moins une heure à cette offre'),
      z.refine((weekly) => overlappingWeekly(weekly).length === 0, 'Deux plages se chevauchent'),
    ),
  ),
});

export type OfferValues = z.output<typeof offerSchema>;

export const NEW_OFFER: OfferValues = {
  title: '',
  description: '',
  category: '',
  duration: '60',
  price: '30',
  seats: '1',
  confirmation: 'instant',
  policy: 'standard',
  questions: [],
  adultsOnly: false,
  isActive: true,
  step: '',
  bufferBefore: '',
  bufferAfter: '',
  notice: '',
  ownHours: null,
};

/**
 * The initial values of a new offer when an address prefills it: the simulator's « Créer cette
 * offre ». Invalid values are ignored.
 */
export function newOfferOf(params: URLSearchParams): OfferValues {
  const number = (name: string): number => Number(params.get(name) ?? Number.NaN);
  const price = params.get('price') ?? '';
  const nearest = [...OFFER_DURATIONS_MINUTES].sort(
    (a, b) => Math.abs(a - number('minutes')) - Math.abs(b - number('minutes')),
  )[0];
  const seats = number('seats');
  return {
    ...NEW_OFFER,
    ...(readPrice(price) === null ? {} : { price }),
    ...(number('minutes') > 0 && nearest !== undefined ? { duration: String(nearest) } : {}),
    ...(Number.isInteger(seats) && seats >= OFFER_SEATS.min && seats <= OFFER_SEATS.max
      ? { seats: String(seats) }
      : {}),
  };
}

export const offerValues = (offer: OwnOffer): OfferValues => ({
  title: offer.title,
  description: offer.description,
  category: offer.category,
  duration: String(offer.duration_minutes),
  price: priceField(offer.price_cents),
  seats: String(offer.seats),
  confirmation: offer.confirmation,
  policy: offer.policy,
  questions: offer.questions,
  adultsOnly: offer.adults_only,
  isActive: offer.is_active,
  step: ownText(offer.step_minutes),
  bufferBefore: ownText(offer.buffer_before_minutes),
  bufferAfter: ownText(offer.buffer_after_minutes),
  notice: ownText(offer.notice_minutes),
  ownHours: offer.own_hours,
});

const ownText = (minutes: number | null): string => (minutes === null ? '' : String(minutes));
const ownMinutes = (text: string): number | null => (text === '' ? null : Number(text));

/**
 * The columns that a form writes. The schema has parsed the price already, so an invalid text
 * cannot get here.
 */
export const offerColumns = (values: OfferValues) => ({
  title: values.title,
  description: values.description,
  category: values.category as OwnOffer['category'],
  duration_minutes: Number(values.duration),
  price_cents: readPrice(values.price) ?? 0,
  seats: Number(values.seats),
  confirmation: values.confirmation as OwnOffer['confirmation'],
  policy: values.policy as PolicyName,
  questions: values.questions,
  adults_only: values.adultsOnly,
  is_active: values.isActive,
  step_minutes: ownMinutes(values.step),
  buffer_before_minutes: ownMinutes(values.bufferBefore),
  buffer_after_minutes: ownMinutes(values.bufferAfter),
  notice_minutes: ownMinutes(values.notice),
  own_hours: values.ownHours,
});

export const emptyQuestion = (): IntakeQuestion => ({
  id: crypto.randomUUID().slice(0, 8),
  label: '',
  required: false,
  long: false,
});

/** Whether two readings of an offer say the same: its place in the list is no part of it. */
export const sameOffer = (a: OwnOffer, b: OwnOffer): boolean =>
  JSON.stringify(offerValues(a)) === JSON.stringify(offerValues(b));
