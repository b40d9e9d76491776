import type pg from 'pg';
import { goOn } from '#product/booking/extend-session.ts';
import { changeExtension, type ExtensionRow, endExtension } from '#product/booking/extension-row.ts';
import { payExtensionBy } from '#product/booking/rules/extension.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { obstacleTo } from './obstacle.ts';

interface Yes {
  side: 'viewer' | 'streamer';
  actorId: string;
  now: Date;
}

/**
 * Both sides agreed. A free session is prolonged at once; otherwise the viewer has a few minutes to
 * pay. If the time was booked since the offer, the extension ends here, before anybody pays. The
 * caller has locked both people's time, then the booking.
 */
export async function agree(
  db: pg.ClientBase,
  row: ExtensionRow,
  { side, actorId, now }: Yes,
): Promise<ExtensionRow> {
  if (await obstacleTo(db, row.booking_id, row.minutes, now))
    return endExtension(db, row, { reason: 'time_taken', now });
  if (row.price_cents === 0) return goOn(db, row, { by: side, actorId, now });
  const until = new Date(payExtensionBy(instantOf(now.getTime())));
  return changeExtension(db, row, { state: 'accepted', accepted_at: now, until_at: until });
}
