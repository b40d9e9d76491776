import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { overlayOf } from '#server/integrations/identity/identity-seal.ts';
import { renewOverlay as contract } from '../contract.ts';
import { CHANGED, newToken, overlayUrl, streamTopic, tokenHash } from '../overlay-address.ts';

/**
 * Makes a new secret address for one's overlay; the one before it stops working with this
 * transaction.
 */
export const renewOverlay = ({ seal, siteUrl }: Pick<ProductDeps, 'seal' | 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, person, now }) {
      const token = newToken();
      await db.query(
        `insert into private.stream_kits (streamer_id, token_hash, token_sealed, renewed_at) values ($1, $2, $3, $4)
         on conflict (streamer_id) do update
         set token_hash = excluded.token_hash, token_sealed = excluded.token_sealed, renewed_at = excluded.renewed_at`,
        [person.id, tokenHash(token), seal.sealFile(overlayOf(person.id), token), now],
      );
      await db.query(`select realtime.send('{}', $1, $2)`, [CHANGED, streamTopic(person.id)]);
      return { overlayUrl: overlayUrl(siteUrl(), token), renewedAt: now.toISOString() };
    },
  });
