import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { readText as contract } from '../contract.ts';
import { renderText, textInForce, textVariables } from '../render-text.ts';

/** The newest version whose moment has come, and when a newer one takes over. */
export const readText = ({ operator, siteUrl }: Pick<ProductDeps, 'operator' | 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, input: { slug }, now }) {
      const text = await textInForce(db, slug, now);
      if (!text) throw new AppError('not_found');
      return {
        slug,
        version: text.version,
        effectiveAt: text.effective_at.toISOString(),
        nextAt: text.next_at?.toISOString() ?? null,
        ...renderText(text.body, await textVariables(db, operator, siteUrl())),
      };
    },
  });
