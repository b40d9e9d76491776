import { endViewing as contract } from '#contracts/administration.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import type { ProductDeps } from '#server/product/deps.ts';

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
