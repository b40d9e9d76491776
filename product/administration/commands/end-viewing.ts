import { defineCommand } from '#platform/functions/command.ts';
import { person as access } from '#product/command/access.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { endViewing as contract } from '../contract.ts';

/** Ends what somebody looks at. Anybody who may look no more may still stop looking. */
export const endViewing = ({ viewings }: ProductDeps) =>
  defineCommand({
    contract,
    access,
    async run({ db, person }) {
      await viewings.endOf(db, person.id);
      return {};
    },
  });
