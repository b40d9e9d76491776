import type pg from 'pg';
import { moderateRoom as contract } from '#contracts/conference-host.ts';
import type { HostAct } from '#domain/conference/host.ts';
import { audit } from '#server/product/audit.ts';

/** What an admin did in a room, in the audit log: under the reason that they gave when they came in. */
export async function auditAct(
  db: pg.ClientBase,
  done: {
    sessionId: string;
    bookingId: string;
    actorId: string;
    act: HostAct;
    targetId: string | null;
    now: Date;
  },
): Promise<void> {
  const { sessionId, bookingId, actorId, act, targetId, now } = done;
  const { rows } = await db.query(
    `select reason from public.admin_entries where session_id = $1 and admin_id = $2 order by id desc limit 1`,
    [sessionId, actorId],
  );
  const [entry] = rows;
  if (!entry) throw new Error(`admin ${actorId} is in room ${sessionId} without having said why`);
  await audit(db, {
    at: now,
    actorId,
    action: contract.name,
    subject: { table: 'bookings', id: bookingId },
    before: null,
    after: { sessionId, act, targetId },
    reason: entry.reason,
  });
}
