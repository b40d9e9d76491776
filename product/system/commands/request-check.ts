import { AfterCommit } from '#platform/functions/command.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { askForCheck, CHECK_INTEGRITY } from '../check-integrity.ts';
import { requestCheck as contract } from '../contract.ts';

/** Asks for a check of integrity, and has its task look at once. */
export const requestCheck = ({ kick }: Pick<ProductDeps, 'kick'>) =>
  serve({
    contract,
    async run({ db, now }) {
      const checkId = await askForCheck(db, now);
      return new AfterCommit(async () => {
        kick(CHECK_INTEGRITY);
        return { checkId };
      });
    },
  });
