import type pg from 'pg';
import { AppError } from '#product/shared/errors.ts';
import type { FileSent } from './rules/attachments.ts';

/** The message or booking that files are sent along with. */
type Place =
  | { kind: 'message'; id: string }
  | { kind: 'support_message'; id: string }
  | { kind: 'booking'; id: string };

interface Sending {
  ownerId: string;
  files: readonly FileSent[];
  place: Place;
  /** Whether a virus scanner looks at them before others see them. */
  scansFiles: boolean;
  now: Date;
}

/**
 * Sends uploaded files along with something, in the caller's transaction. Their types are those
 * that the storage found in their bytes.
 * @throws AppError file_not_found for one that its sender did not upload, or sent before
 */
export async function attachFiles(db: pg.ClientBase, sending: Sending): Promise<void> {
  const { ownerId, files, place, scansFiles, now } = sending;
  for (const { id, name } of files) {
    const { rowCount } = await db.query(
      `insert into public.attachments (id, owner_id, message_id, support_message_id, booking_id, file_name, type, size_bytes, state, sent_at)
       select $1, $2, $3, $4, $5, $6, coalesce(o.metadata ->> 'mimetype', ''), coalesce((o.metadata ->> 'size')::bigint, 0), $7, $8
       from storage.objects o where o.bucket_id = 'attachments' and o.name = $2::uuid || '/' || $1::uuid
       on conflict (id) do nothing`,
      [
        id,
        ownerId,
        place.kind === 'message' ? place.id : null,
        place.kind === 'support_message' ? place.id : null,
        place.kind === 'booking' ? place.id : null,
        name,
        scansFiles ? 'waiting' : 'unscanned',
        now,
      ],
    );
    if (rowCount === 0) throw new AppError('file_not_found');
  }
}

/**
 * Makes these the files that answer the questions of a booking: those sent before and left out are
 * deleted.
 * @throws AppError file_not_found
 */
export async function replaceBookingFiles(
  db: pg.ClientBase,
  sending: Omit<Sending, 'place'> & { bookingId: string },
): Promise<void> {
  const { bookingId, files, ...rest } = sending;
  await db.query('delete from public.attachments where booking_id = $1 and id <> all($2::uuid[])', [
    bookingId,
    files.map(({ id }) => id),
  ]);
  const { rows } = await db.query('select id from public.attachments where booking_id = $1', [bookingId]);
  const there = new Set(rows.map(({ id }) => id));
  await attachFiles(db, {
    ...rest,
    files: files.filter(({ id }) => !there.has(id)),
    place: { kind: 'booking', id: bookingId },
  });
}
