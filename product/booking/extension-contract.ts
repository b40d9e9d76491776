import { z } from 'zod';
import { person } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/**
 * A quarter of an hour more, agreed on in the room of a session for two. One side offers it, the
 * other answers; of a paid session the viewer then pays, and the session is longer from the moment
 * on which the provider holds the money.
 */

const instant = z.iso.datetime();

/**
 * `offered`: the other side has to answer. `accepted`: the viewer has to pay. `paying`: the
 * provider's page is open. `done`: the session is longer. `refused`: by the other side, or taken
 * back. `failed`: it came to nothing, and nothing was paid.
 */
export const EXTENSION_STATES = ['offered', 'accepted', 'paying', 'done', 'refused', 'failed'] as const;

/** Why an extension was not made. */
export const EXTENSION_ENDS = [
  /** The other side said no. */
  'declined',
  /** The side that had agreed to it took it back. */
  'withdrawn',
  'unanswered',
  'unpaid',
  /** Somebody booked the time meanwhile. */
  'time_taken',
  /** The session ended meanwhile. */
  'session_over',
  /** The bank did not give what it had promised: the session is as long as it was before. */
  'payment_failed',
] as const;
export type ExtensionEnd = (typeof EXTENSION_ENDS)[number];

/** The last extension of a session that was spoken of. */
export const extensionFacts = z.object({
  id: z.uuid(),
  by: z.enum(['viewer', 'streamer']),
  state: z.enum(EXTENSION_STATES),
  minutes: z.int(),
  /** Cents; 0 for a free session. */
  priceCents: z.int(),
  /** Until when it may be answered, or paid. */
  until: instant,
  /** Of `refused` and `failed`. */
  reason: z.enum(EXTENSION_ENDS).nullable(),
});
export type RoomExtension = z.output<typeof extensionFacts>;

/**
 * Why a session cannot be made longer at the moment: somebody's next session is too near, or the
 * other side is not in the room.
 */
export const EXTENSION_OBSTACLES = ['streamer_busy', 'viewer_busy', 'alone'] as const;
export type ExtensionObstacle = (typeof EXTENSION_OBSTACLES)[number];

/** The terms of an extension now. */
export const extensionOffer = z.object({
  priceCents: z.int(),
  minutes: z.int(),
  refusal: z.enum(EXTENSION_OBSTACLES).nullable(),
});
export type MayExtend = z.output<typeof extensionOffer>;

const participant = { roomId: z.uuid(), participantId: z.uuid() };

/**
 * Offers the other side to go on, from within the room. Anybody who offers what the other side has
 * offered already accepts it. Refuses with `extension_not_possible` (a group, before the start,
 * after the overtime), `extension_alone`, `extension_time_taken`, or `extension_changed`
 * (`details.priceCents`) when it costs something else than the button said.
 */
export const offerExtension = contract(
  'conference/offer-extension',
  z.strictObject({ ...participant, expectedPriceCents: z.int().nonnegative() }),
  extensionFacts,
  { access: person },
);

/**
 * The other side's yes or no; a no of the side that agreed to it takes it back, as long as nothing
 * is paid. Refuses with `extension_over` when it is open no more, or `extension_time_taken`.
 */
export const answerExtension = contract(
  'conference/answer-extension',
  z.strictObject({ ...participant, extensionId: z.uuid(), accept: z.boolean() }),
  extensionFacts,
  { access: person },
);

/**
 * Opens the provider's page for an extension that both agreed to; asked again, the same page.
 * Refuses with `extension_over`, `provider_unavailable` or `provider_refused`.
 */
export const payExtension = contract(
  'conference/pay-extension',
  z.strictObject({ ...participant, extensionId: z.uuid() }),
  z.object({ checkoutUrl: z.url() }),
  { access: person },
);
