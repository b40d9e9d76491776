import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { overlayOf } from '#server/integrations/identity/identity-seal.ts';
import { getKit as contract } from '../contract.ts';
import { overlayUrl } from '../overlay-address.ts';

/** Reads what one shows on one's stream. */
export const getKit = ({ seal, siteUrl }: Pick<ProductDeps, 'seal' | 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, person }) {
      const { rows } = await db.query(
        'select token_sealed, renewed_at, goal_places, sites from private.stream_kits where streamer_id = $1',
        [person.id],
      );
      const [kit] = rows;
      const sealed = kit?.token_sealed ?? null;
      return {
        overlayUrl:
          sealed === null ? null : overlayUrl(siteUrl(), seal.openFile(overlayOf(person.id), sealed)),
        renewedAt: kit?.renewed_at?.toISOString() ?? null,
        goalPlaces: kit?.goal_places ?? null,
        sites: kit?.sites ?? [],
      };
    },
  });
