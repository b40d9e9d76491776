import { requestCheck as contract } from '#contracts/system.ts';
import { AfterCommit, defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { askForCheck, CHECK_INTEGRITY } from './check-integrity.ts';

/** Asks for a check of integrity, and has its task look at once. */
export const requestCheck = ({ kick }: Pick<ProductDeps, 'kick'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, now }) {
      const checkId = await askForCheck(db, now);
      return new AfterCommit(async () => {
        kick(CHECK_INTEGRITY);
        return { checkId };
      });
    },
  });
