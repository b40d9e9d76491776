import type { Readable } from 'node:stream';
import type { Scanner } from '#server/integrations/antivirus/scanner.ts';
import type { Run } from '#server/jobs/runner.ts';

/** How long one file may take; then another process scans it. */
const LEASE_SECONDS = 120;

export interface ScanDeps {
  scanner: Scanner;
  /** Reads a stored object; null when it is gone. */
  readObject: (bucket: string, name: string) => Promise<Readable | null>;
}

/**
 * Has the virus scanner look at what was sent along; until then nobody but its sender sees it. While the scanner is away files wait: none is
 * let through.
 */
export const scanAttachments =
  ({ scanner, readObject }: ScanDeps) =>
  async ({ pool, now, signal, logger }: Run): Promise<void> => {
    while (!signal.aborted) {
      const { rows } = await pool.query(
        `update public.attachments set scan_until = $1::timestamptz + make_interval(secs => $2) where id = (
           select id from public.attachments where state = 'waiting' and (scan_until is null or scan_until <= $1)
           order by sent_at limit 1 for update skip locked)
         returning id, owner_id`,
        [now, LEASE_SECONDS],
      );
      const [file] = rows;
      if (!file) return;
      const bytes = await readObject('attachments', `${file.owner_id}/${file.id}`);
      // Deleted meanwhile, with its row.
      if (bytes === null) continue;
      const finding = await scanner.scan(bytes);
      await pool.query(
        `update public.attachments set state = case when $2::text is null then 'clean' else 'infected' end, finding = $2, scan_until = null
         where id = $1 and state = 'waiting'`,
        [file.id, finding],
      );
      if (finding !== null) logger.warn({ attachment: file.id, finding }, 'a file with a virus was deleted');
    }
  };
