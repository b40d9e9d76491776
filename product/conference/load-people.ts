import type pg from 'pg';
import type { RoomPerson, RoomSide } from './contract.ts';

/**
 * Names as each side may see them: a streamer's own, a viewer's first name and initial, and no name
 * for an admin.
 */
export async function loadPeople(
  db: pg.ClientBase,
  people: readonly { personId: string; side: RoomSide }[],
): Promise<Map<string, RoomPerson>> {
  const { rows } = await db.query(
    `select p.id, s.display_name, s.avatar_url as streamer_avatar_url, p.avatar_url,
       private.abbreviated_name(p.first_name, p.last_name) as short_name
     from public.profiles p left join public.streamers s on s.id = p.id where p.id = any($1)`,
    [people.map(({ personId }) => personId)],
  );
  const facts = new Map<string, RoomPerson>();
  for (const { personId, side } of people) {
    const row = rows.find(({ id }) => id === personId);
    if (!row) continue;
    if (side === 'admin') facts.set(personId, { personId, side, name: 'L’équipe Loge', avatarUrl: null });
    else if (side === 'streamer')
      facts.set(personId, {
        personId,
        side,
        name: row.display_name ?? 'Streamer',
        avatarUrl: row.streamer_avatar_url,
      });
    else facts.set(personId, { personId, side, name: row.short_name ?? 'Viewer', avatarUrl: row.avatar_url });
  }
  return facts;
}
