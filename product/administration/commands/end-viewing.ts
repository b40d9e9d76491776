import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { endViewing as contract } from '../contract.ts';

/** Ends what somebody looks at. Anybody who may look no more may still stop looking. */
export const endViewing = ({ viewings }: ProductDeps) =>
  serve({
    contract,
    async run({ db, person }) {
      await viewings.endOf(db, person.id);
      return {};
    },
  });
