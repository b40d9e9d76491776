import { readGuardianship as contract, type GuardianSession } from '#contracts/guardians.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { anyone as access } from '#server/product/access.ts';
import { readByLink } from './guardianship.ts';
import { quoteOf, sessionsOf } from './sessions.ts';

/** What a guardian sees by the link of a mail. Reading changes nothing, so that mail programs that open links do no harm. */
export const readGuardianship = defineCommand({
  contract,
  access,
  async run({ db, input: { token }, now }) {
    const found = await readByLink(db, token, now);
    const { person_id: personId, state } = found;
    const { rows } = await db.query('select private.spent_in_month($1, $2) as spent', [personId, now]);
    const isTold = state === 'confirmed' || state === 'stopped';
    const sessions: GuardianSession[] = [];
    for (const row of isTold ? await sessionsOf(db, personId, now) : [])
      sessions.push({
        bookingId: row.id,
        title: row.title,
        streamerName: row.streamer_name,
        start: row.start_at.toISOString(),
        durationMinutes: row.duration_minutes,
        status: row.status,
        isFree: row.price_cents === 0,
        paidCents: row.paid_cents,
        refundedCents: row.refunded_cents,
        refundCents: row.is_to_come ? await quoteOf(db, row.id, instantOf(now.getTime())) : null,
      });
    return {
      state: state === 'asked' && found.expires_at <= now ? ('expired' as const) : state,
      minorName: found.minor_name ?? '',
      askedAt: found.asked_at.toISOString(),
      expiresAt: found.expires_at.toISOString(),
      guardianName: found.guardian_name,
      monthlyCents: found.monthly_cents,
      spentCents: isTold ? (rows[0]?.spent ?? 0) : 0,
      sessions,
    };
  },
});
