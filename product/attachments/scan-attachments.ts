import type { Readable } from 'node:stream';
import { type Scanner, ScannerAway } from '#server/integrations/antivirus/scanner.ts';
import type { Run } from '#server/jobs/runner.ts';

/** How long one file may take; then another process scans it. */
const LEASE_SECONDS = 120;
/** After so many failures of one file, while the scanner was there, it is not tried again. */
const MOST_TRIES = 5;

export interface ScanDeps {
  scanner: Scanner;
  /** Reads a stored object; null when it is gone. */
  readObject: (bucket: string, name: string) => Promise<Readable | null>;
}

/**
 * Has the virus scanner look at what was sent along; until then nobody but its sender sees it.
 * While the scanner is away files wait: none is let through, nor one that the scanner refuses or
 * whose bytes are lost. A lease counts from its own instant, since a run may be a long one.
 */
export const scanAttachments =
  ({ scanner, readObject }: ScanDeps) =>
  async ({ pool, signal, logger }: Run): Promise<void> => {
    while (!signal.aborted) {
      const { rows } = await pool.query(
        `update public.attachments set scan_until = clock_timestamp() + make_interval(secs => $1) where id = (
           select id from public.attachments where state = 'waiting' and (scan_until is null or scan_until <= clock_timestamp())
           order by sent_at limit 1 for update skip locked)
         returning id, owner_id`,
        [LEASE_SECONDS],
      );
      const [file] = rows;
      if (!file) return;
      let finding: string | null;
      try {
        const bytes = await readObject('attachments', `${file.owner_id}/${file.id}`);
        if (bytes === null) throw new Error('the bytes of a file are not there');
        finding = await scanner.scan(bytes);
      } catch (error) {
        if (error instanceof ScannerAway) throw error;
        logger.warn({ attachment: file.id, err: error }, 'a file could not be scanned');
        await pool.query(
          `update public.attachments set scan_tries = scan_tries + 1,
             state = case when scan_tries + 1 >= $2 then 'unscannable' else state end
           where id = $1 and state = 'waiting'`,
          [file.id, MOST_TRIES],
        );
        continue;
      }
      await pool.query(
        `update public.attachments set state = case when $2::text is null then 'clean' else 'infected' end, finding = $2, scan_until = null
         where id = $1 and state = 'waiting'`,
        [file.id, finding],
      );
      if (finding !== null) logger.warn({ attachment: file.id, finding }, 'a file with a virus was deleted');
    }
  };

/**
 * For a server without a virus scanner: files that waited for one it had before are as those that
 * are sent now.
 */
export const stopWaitingForScanner = ({ pool }: Run) =>
  pool.query("update public.attachments set state = 'unscanned', scan_until = null where state = 'waiting'");
