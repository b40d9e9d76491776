import { AppError } from '#contracts/errors.ts';
import { runTask as contract } from '#contracts/system.ts';
import { AfterCommit, defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';

/** Runs a task now. Each run bears being repeated, so nobody is harmed by one too many. */
export const runTask = ({ kick }: Pick<ProductDeps, 'kick'>) =>
  defineCommand({
    contract,
    access,
    async run({ db, input: { name } }) {
      const { rowCount } = await db.query('select from private.tasks where name = $1', [name]);
      if (rowCount === 0) throw new AppError('not_found');
      return new AfterCommit(async () => {
        kick(name);
        return { name };
      });
    },
  });
