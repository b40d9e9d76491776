import { AfterCommit } from '#platform/functions/command.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { runTask as contract } from '../contract.ts';

/** Runs a task now. Each run bears being repeated, so nobody is harmed by one too many. */
export const runTask = ({ kick }: Pick<ProductDeps, 'kick'>) =>
  serve({
    contract,
    async run({ db, input: { name } }) {
      const { rowCount } = await db.query('select from private.tasks where name = $1', [name]);
      if (rowCount === 0) throw new AppError('not_found');
      return new AfterCommit(async () => {
        kick(name);
        return { name };
      });
    },
  });
