import { type IdentitySeal, overlayOf } from '#server/integrations/identity/identity-seal.ts';
import { marksInUse } from '#server/integrations/identity/marks-in-use.ts';
import type { Run } from '#server/jobs/runner.ts';

/** Rows that are sealed again between two looks at whether the process stops. */
const AT_ONCE = 100;

/** In the order of their ids, after one: a row that no key opens must not hold up the others. */
const IDENTITIES = `select person_id as id, sealed as bytes from private.fiscal_identities
  where substring(sealed for 5) <> $1 and ($2::uuid is null or person_id > $2) order by person_id limit $3`;
const FILES = `select id, body as bytes from public.accounting_files
  where sealed and octet_length(body) > 0 and substring(body for 5) <> $1 and ($2::uuid is null or id > $2)
  order by id limit $3`;
const OVERLAYS = `select streamer_id as id, token_sealed as bytes from private.stream_kits
  where substring(token_sealed for 5) <> $1 and ($2::uuid is null or streamer_id > $2) order by streamer_id limit $3`;
/** Only what is still as it was read: its person may have changed it meanwhile. */
const KEEP_IDENTITY = 'update private.fiscal_identities set sealed = $3 where person_id = $1 and sealed = $2';
const KEEP_FILE = 'update public.accounting_files set body = $3 where id = $1 and body = $2';
const KEEP_OVERLAY =
  'update private.stream_kits set token_sealed = $3 where streamer_id = $1 and token_sealed = $2';

/**
 * Seals what another key of `IDENTITY_KEY` sealed under its first one. The log says after each run
 * how many rows are left; at none the other keys can be taken out of the settings.
 * @returns how many were sealed again
 * @throws Error when some are left: no key opens them, the process stops, or another one still seals
 *   under another key
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
      {
        due: (last: string | null) => pool.query(OVERLAYS, [seal.mark, last, AT_ONCE]),
        again: (id: string, bytes: Buffer) =>
          seal.sealFile(overlayOf(id), seal.openFile(overlayOf(id), bytes)),
        keep: (id: string, old: Buffer, bytes: Buffer) => pool.query(KEEP_OVERLAY, [id, old, bytes]),
      },
    ];
    let done = 0;
    for (const { due, keep, again } of kinds) {
      let last: string | null = null;
      while (!signal.aborted) {
        const { rows }: { rows: { id: string; bytes: Buffer | null }[] } = await due(last);
        for (const { id, bytes } of rows) {
          if (bytes === null) continue; // the form of the type: none is asked for
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
    const others = (await marksInUse(pool)).filter(({ mark }) => !mark.equals(seal.mark));
    const left = others.reduce((sum, { rows }) => sum + rows, 0);
    logger.info({ done, left }, 'sealed again under the first IDENTITY_KEY');
    if (left > 0)
      throw new Error(`${left} rows are not sealed under the first IDENTITY_KEY: keep the others`);
    return done;
  };
