import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { changeSettings as contract } from '../marketplace-contract.ts';

/** Writes a new version of the settings; sales already made keep theirs. */
export const changeSettings = serve({
  contract,
  async run({ db, person, input, now }) {
    // Of two admins who save at once the second is refused.
    await db.query('select pg_advisory_xact_lock(7506513004)');
    const { rows } = await db.query(
      `select version, fee_basis_points, pending_hours, payout_minimum_cents
       from public.platform_settings order by version desc limit 1`,
    );
    const [current] = rows;
    if (current?.version !== input.expectedVersion) throw new AppError('settings_changed');
    const next = {
      fee_basis_points: input.feeBasisPoints,
      pending_hours: input.pendingHours,
      payout_minimum_cents: input.leastPayoutCents,
    };
    const same =
      current.fee_basis_points === next.fee_basis_points &&
      current.pending_hours === next.pending_hours &&
      current.payout_minimum_cents === next.payout_minimum_cents;
    if (same) throw new AppError('already_done');
    const inserted = await db.query(
      `insert into public.platform_settings (fee_basis_points, pending_hours, payout_minimum_cents, created_at, created_by, reason)
       values ($1, $2, $3, $4, $5, $6) returning version`,
      [next.fee_basis_points, next.pending_hours, next.payout_minimum_cents, now, person.id, input.reason],
    );
    const version = inserted.rows[0]?.version ?? 0;
    const { version: _old, ...before } = current;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'platform_settings', id: String(version) },
      before,
      after: next,
      reason: input.reason,
    });
    return { version };
  },
});
