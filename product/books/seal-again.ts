import type { IdentitySeal } from '#server/integrations/identity/identity-seal.ts';
import type { Run } from '#server/jobs/runner.ts';

/** Rows that are sealed again between two looks at whether the process stops. */
const AT_ONCE = 100;

/** In the order of their ids, after one: a row that no key opens must not hold up the others. */
const IDENTITIES = `select person_id as id, sealed as bytes from private.fiscal_identities
  where substring(sealed for 5) <> $1 and ($2::uuid is null or person_id > $2) order by person_id limit $3`;
const FILES = `select id, body as bytes from public.accounting_files
  where sealed and octet_length(body) > 0 and substring(body for 5) <> $1 and ($2::uuid is null or id > $2)
  order by id limit $3`;
/** Only what is still as it was read: its person may have changed it meanwhile. */
const KEEP_IDENTITY = 'update private.fiscal_identities set sealed = $3 where person_id = $1 and sealed = $2';
const KEEP_FILE = 'update public.accounting_files set body = $3 where id = $1 and body = $2';

/**
 * Seals what another key of `IDENTITY_KEY` sealed under its first one: after a run without errors
 * the others can be left out of the settings.
 * @returns how many were
 */
export const sealAgain =
  (seal: IdentitySeal) =>
  async ({ pool, logger, signal }: Pick<Run, 'pool' | 'logger' | 'signal'>): Promise<number> => {
    const kinds = [
      {
        due: (last: string | null) => pool.query(IDENTITIES, [seal.mark, last, AT_ONCE]),
        again: (id: string, bytes: Buffer) => seal.seal(id, seal.open(id, bytes)),
        keep: (id: string, old: Buffer, bytes: Buffer) => pool.query(KEEP_IDENTITY, [id, old, bytes]),
      },
      {
        due: (last: string | null) => pool.query(FILES, [seal.mark, last, AT_ONCE]),
        again: (id: string, bytes: Buffer) => seal.sealFile(id, seal.openFile(id, bytes)),
        keep: (id: string, old: Buffer, bytes: Buffer) => pool.query(KEEP_FILE, [id, old, bytes]),
      },
    ];
    let done = 0;
    for (const { due, keep, again } of kinds) {
      let last: string | null = null;
      while (!signal.aborted) {
        const { rows }: { rows: { id: string; bytes: Buffer }[] } = await due(last);
        for (const { id, bytes } of rows) {
          try {
            const { rowCount } = await keep(id, bytes, again(id, bytes));
            done += rowCount ?? 0;
          } catch (error) {
            logger.error(
              { err: error, sealed: id },
              'what was sealed under another key could not be sealed again',
            );
          }
        }
        last = rows.at(-1)?.id ?? null;
        if (last === null) break;
      }
    }
    if (done > 0) logger.info({ done }, 'sealed again under the present IDENTITY_KEY');
    return done;
  };
