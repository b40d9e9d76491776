import type pg from 'pg';
import { YOUNGEST } from '#product/accounts/rules/age.ts';
import { GUARDIAN_LIMIT_EUROS } from '#product/guardians/rules/guardian.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';

/** The viewer who is a minor, with the consent of a parent. */
export const MINOR = 'Capucine Noël';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A parent's plausible limit, as long as the year's sessions stay within it. */
const MONTHLY_CENTS = 15_000;

type Act = (name: string, actorId: string, input: unknown, at: Date) => Promise<unknown>;

/**
 * Sixteen and a half at the start of the demonstration, whenever that is, and at least fifteen when
 * they joined.
 */
export function birthOfMinor(now: Date): LocalDate {
  const day = new Date(now.getTime() - 182 * DAY);
  day.setUTCFullYear(day.getUTCFullYear() - YOUNGEST - 1);
  return parseLocalDate(day.toISOString().slice(0, 10));
}

/**
 * The minor asks a parent, who consents soon after by the link of the mail.
 * @returns the secret of that link, of which only the hash stays
 */
export async function seedGuardian(
  db: pg.ClientBase,
  { minorId, act }: { minorId: string; act: Act },
): Promise<string> {
  const { rows: joined } = await db.query('select created_at from public.profiles where id = $1', [minorId]);
  const askedAt = new Date((joined[0]?.created_at.getTime() ?? 0) + HOUR / 60);
  await act('guardians/ask-guardian', minorId, { email: 'anne.noel@exemple.test' }, askedAt);
  const { rows } = await db.query(
    "select event ->> 'token' as token from mail.messages where kind = 'guardian.asked'",
  );
  const token = rows[0]?.token ?? '';
  const answer = {
    token,
    name: 'Anne Noël',
    hasAuthority: true,
    monthlyCents: GUARDIAN_LIMIT_EUROS.most * 100,
  };
  await act('guardians/confirm-guardianship', minorId, answer, new Date(askedAt.getTime() + HOUR / 2));
  return token;
}

/** Once the year's payments are written, a limit that the present month stays within. */
export async function limitGuardian(
  db: pg.ClientBase,
  { minorId, token, act, now }: { minorId: string; token: string; act: Act; now: Date },
): Promise<void> {
  const { rows } = await db.query('select private.spent_in_month($1, $2) as spent', [minorId, now]);
  const spent = rows[0]?.spent ?? 0;
  const monthlyCents = Math.max(MONTHLY_CENTS, Math.ceil(spent / 5_000) * 5_000);
  await act('guardians/limit-guardianship', minorId, { token, monthlyCents }, new Date(now.getTime() - DAY));
}
