import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';

const CODES = { no_bookings: 'bookings_restricted', no_messages: 'messages_restricted' } as const;

/**
 * Checks that no decision of the team keeps one of these people from something. A measure ends by
 * itself: it is compared with the clock.
 * @throws AppError bookings_restricted or messages_restricted
 */
export async function requireUnrestricted(
  db: pg.ClientBase,
  { people, kind, now }: { people: readonly (string | null)[]; kind: keyof typeof CODES; now: Date },
): Promise<void> {
  const { rows } = await db.query('select private.is_restricted($1, $2, $3) as restricted', [
    people.filter((id) => id !== null),
    kind,
    now,
  ]);
  if (rows[0]?.restricted) throw new AppError(CODES[kind]);
}
