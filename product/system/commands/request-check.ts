import { AfterCommit, defineCommand } from '#platform/functions/command.ts';
import { admin as access } from '#product/command/access.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { askForCheck, CHECK_INTEGRITY } from '../check-integrity.ts';
import { requestCheck as contract } from '../contract.ts';

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
