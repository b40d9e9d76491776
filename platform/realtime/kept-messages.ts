import type pg from 'pg';
import { z } from 'zod';
import type { PlatformTask } from '#platform/tasks.ts';
import { type Channel, push } from './channel.ts';
import { JoinError } from './token.ts';
import { encodeBroadcast } from './wire/serializer.ts';

/** Messages that one join can ask for, as on a hosted project. */
const MOST = 25;
const EVERY = 3_600_000;

/**
 * Makes and drops the partitions of the kept messages, each hour. Today's must be there before
 * anybody sends: Postgres refuses a row that was on its way to the default partition when the one
 * it belongs to is attached.
 */
export const keepMessages = (pool: pg.Pool): PlatformTask => ({
  name: 'realtime/keep-messages',
  every: EVERY,
  async run() {
    await pool.query('select realtime.keep_messages()');
    await pool.query('select realtime.forget_messages()');
  },
});

/**
 * Which kept messages a client wants to have again: those since an instant in milliseconds, and no
 * more than `limit`, the newest.
 */
export interface Replay {
  since: number;
  limit: number;
}

const shape = z.object({ since: z.number().int().min(0), limit: z.number().int().default(MOST) });

/** @throws JoinError in the words of a hosted project */
export function parseReplay(asked: unknown, isPrivate: boolean): Replay | null {
  if (asked === undefined || asked === null) return null;
  if (!isPrivate) throw new JoinError('UnableToReplayMessages', 'Replay is not allowed for public channels');
  const { data } = shape.safeParse(asked);
  if (!data) throw new JoinError('UnableToReplayMessages', 'Replay params are not valid');
  return { since: data.since, limit: Math.min(Math.max(data.limit, 1), MOST) };
}

/**
 * No instant after the year 9999, which Postgres could not read; none of the messages is as old as
 * three days.
 */
const READ = `select m.id::text, m.event, m.payload::text, m.binary_payload as bytes from realtime.messages m
  where m.topic = $1 and m.private and m.extension = 'broadcast' and m.event is not null
    and m.inserted_at >= greatest(to_timestamp(least($2::float8, 253402300799000) / 1000), now() - interval '3 days')
    and coalesce(octet_length(m.payload::text), octet_length(m.binary_payload)) <= $3
  order by m.inserted_at desc limit $4`;

/** Sends a channel that has just been joined the messages that it asked for, the oldest first. */
export async function replay(
  pool: pg.Pool,
  channel: Channel,
  { since, limit }: Replay,
  payloadBytes: number,
): Promise<void> {
  const { rows } = await pool.query(READ, [channel.name, since, payloadBytes, limit]);
  if (!channel.open) return;
  const { outlet, topic } = channel;
  for (const { id, event, payload, bytes } of rows.toReversed()) {
    const meta = JSON.stringify({ replayed: true, id });
    if (bytes === null) {
      const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload},"meta":${meta}}`;
      push(channel, 'broadcast', text);
      continue;
    }
    const broadcast = { form: 'user', event: event ?? '', encoding: 'binary', body: bytes, meta } as const;
    const frame = encodeBroadcast(outlet.vsn, topic, broadcast);
    if (frame) outlet.write(frame);
  }
}
