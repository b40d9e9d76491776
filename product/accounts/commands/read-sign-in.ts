import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readSignIn as contract } from '../contract.ts';
import { deviceName } from '../rules/device-name.ts';
import { hashOf } from '../sign-in-alerts.ts';

/**
 * Returns the sign-in that the mail reported, shown beside the button that ends it. Reading changes
 * nothing, so that mail programs that open links do no harm.
 */
export const readSignIn = serve({
  contract,
  async run({ db, input: { token } }) {
    const { rows } = await db.query(
      'select user_agent, host(ip) as ip, created_at, ended_at from private.sign_in_alerts where token_hash = $1',
      [hashOf(token)],
    );
    const [alert] = rows;
    if (!alert) throw new AppError('sign_in_not_found');
    return {
      device: deviceName(alert.user_agent),
      ip: alert.ip,
      at: alert.created_at.toISOString(),
      endedAt: alert.ended_at?.toISOString() ?? null,
    };
  },
});
