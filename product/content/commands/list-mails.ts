import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { kinds } from '#product/mails.ts';
import { listMails as contract } from '../mails-contract.ts';
import { exampleOf } from './preview-mail.ts';

/** Every kind of mail. */
export const listMails = ({ siteUrl }: Pick<ProductDeps, 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, person }) {
      const { rows } = await db.query(
        `select kind, count(*)::int as written, max(created_at) as last from mail.messages
         where created_at > now() - interval '30 days' group by kind`,
      );
      const written = new Map(rows.map((row) => [row.kind, row]));
      return {
        mails: kinds.map((kind) => {
          const row = written.get(kind.name);
          return {
            kind: kind.name,
            subject: exampleOf(kind, 0, person, siteUrl())?.subject ?? '',
            samples: kind.samples.length,
            written: row?.written ?? 0,
            last: row?.last?.toISOString() ?? null,
          };
        }),
      };
    },
  });
