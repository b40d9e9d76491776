import { z } from 'zod';
import { streamer, withFactor } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/**
 * Proves the YouTube channel of a streamer with the token that Google handed over when they linked
 * their account: it must be of that account, made for this installation, and may read YouTube. The
 * token is asked with once and kept nowhere. Refuses with `channel_unproven`, `channel_taken`,
 * `channel_unasked` when YouTube does not answer or is not set up, or `too_many_attempts`.
 */
export const verifyChannel = contract(
  'channels/verify-channel',
  z.strictObject({ token: z.string().min(1).max(4096) }),
  z.object({ name: z.string() }),
  { access: withFactor(streamer) },
);
