import type pg from 'pg';
import type { Logger } from 'pino';
import type { Channel } from '../channel.ts';
import { encodePush } from '../wire/serializer.ts';
import { type Audience, askAudiences, askFilters, askRenderings, promptly, type Rendering } from './ask.ts';
import { comparable, matches, type Question } from './match.ts';
import type { Change } from './reader.ts';
import type { Subscription } from './subscription.ts';
import type { PublishedTable } from './tables.ts';

/**
 * A change that a channel's subscription asks for; whether its client may see the row is not known
 * yet.
 */
interface Candidate {
  channel: Channel;
  subscription: Subscription;
  change: Change;
  /** The index of the change in its table's batch. */
  row: number;
  /**
   * The person of the channel when the change was evaluated: the message is dropped when another
   * has signed in since.
   */
  who: Channel['who'];
  /** The conditions of its filter that Postgres must still evaluate. */
  questions: readonly Question[];
}

/** One message to one channel; messages are sent in the order of their changes. */
export interface Delivery {
  change: Change;
  channel: Channel;
  who: Channel['who'];
  ids: number[];
  data: string;
}

/** The reason sent to a client that must join again, and read again the data that it shows. */
export const GAP = 'Changes may have been missed: join again';

interface RealtimeContext {
  pool: pg.Pool;
  logger: Logger;
  /** The search path of policies: what REST sets. */
  path: string;
}

function candidatesOf(
  table: PublishedTable,
  changes: readonly Change[],
  followers: Iterable<Channel>,
): Candidate[] {
  const rows = changes.map((change) => comparable(change, table));
  const candidates: Candidate[] = [];
  for (const channel of followers) {
    const { who } = channel;
    for (const subscription of channel.subscriptions) {
      changes.forEach((change, row) => {
        const questions = matches(subscription, change, table, rows[row] ?? {});
        if (questions) candidates.push({ channel, subscription, change, row, who, questions });
      });
    }
  }
  return candidates;
}

/**
 * The subscriptions whose filters the row passes. A client whose filters take Postgres too long is
 * told to join again; the other clients are not affected.
 */
async function passing(
  { pool, logger }: RealtimeContext,
  table: PublishedTable,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const asked = candidates.flatMap(({ questions }) => questions);
  if (asked.length === 0) return candidates;
  try {
    const answers = await promptly(pool, (client) => askFilters(client, table, asked));
    const passed = new Map(asked.map((question, at) => [question, answers[at]]));
    return candidates.filter(({ questions }) => questions.every((question) => passed.get(question)));
  } catch (error) {
    logger.error({ err: error, table: table.relation }, 'realtime could not ask filters');
    const asking = new Set(candidates.filter(({ questions }) => questions.length > 0));
    for (const { channel } of asking) channel.reset(GAP);
    return candidates.filter((candidate) => !asking.has(candidate));
  }
}

/** The queries under row-level security: one for all channels whose tokens have equal claims. */
function audiencesOf(candidates: readonly Candidate[]): Map<string, Audience> {
  const audiences = new Map<string, Audience>();
  for (const { who, change, row } of candidates) {
    if (change.type === 'DELETE') continue;
    const audience = audiences.get(who.identity);
    if (!audience) audiences.set(who.identity, { caller: who.caller, rows: [row] });
    else if (audience.rows.at(-1) !== row && !audience.rows.includes(row)) audience.rows.push(row);
  }
  return audiences;
}

const renderingKey = ({ change, role, chosen }: Rendering) => `${change.id} ${role} ${chosen?.join() ?? '*'}`;

const renderingOf = ({ who, subscription, change }: Candidate): Rendering => ({
  change,
  role: who.caller.role,
  chosen: subscription.chosen,
});

/** Decides which clients get which changes of a table. */
export async function deliveriesOf(
  context: RealtimeContext,
  table: PublishedTable,
  changes: readonly Change[],
  followers: Iterable<Channel>,
): Promise<Delivery[]> {
  const candidates = candidatesOf(table, changes, followers);
  if (candidates.length === 0) return [];
  const audiences = audiencesOf(candidates);
  const renderings = new Map(candidates.map(renderingOf).map((each) => [renderingKey(each), each]));
  const keys = changes.map((change, row) => ({
    '#': row,
    ...Object.fromEntries(
      table.primaryKey.map((column) => [column, (change.record ?? change.oldRecord)?.[column]]),
    ),
  }));
  const [answers, texts] = await promptly(context.pool, (client) =>
    Promise.all([
      askAudiences(client, table, keys, [...audiences.values()], context.path),
      askRenderings(client, table, [...renderings.values()]),
    ]),
  );
  const seen = new Map<string, ReadonlySet<number>>();
  [...audiences.keys()].forEach((identity, at) => {
    const { visible, reason } = answers[at] ?? { visible: null, reason: null };
    if (reason !== null) context.logger.warn({ table: table.relation, reason }, 'realtime: a policy failed');
    seen.set(identity, new Set(visible ?? []));
  });
  const rendered = new Map([...renderings.keys()].map((key, at) => [key, texts[at] ?? null]));

  // A filter is evaluated only for clients who may see the row: its result, or how long it takes,
  // reveals what the row holds.
  const visible = candidates.filter(
    ({ change, row, who }) => change.type === 'DELETE' || seen.get(who.identity)?.has(row),
  );
  const deliveries = new Map<string, Map<Channel, Delivery>>();
  for (const candidate of await passing(context, table, visible)) {
    const { channel, subscription, change, who } = candidate;
    const key = renderingKey(renderingOf(candidate));
    const data = rendered.get(key);
    if (data === null || data === undefined) continue;
    const group = deliveries.get(key) ?? new Map<Channel, Delivery>();
    deliveries.set(key, group);
    const known = group.get(channel);
    if (known) known.ids.push(subscription.id);
    else group.set(channel, { change, channel, who, ids: [subscription.id], data });
  }
  return [...deliveries.values()].flatMap((group) => [...group.values()]);
}

/** Writes a delivery, unless its channel has been closed or belongs to another person by now. */
export function write({ channel, who, ids, data }: Delivery): void {
  const { role, userId } = channel.who.caller;
  if (!channel.open || userId !== who.caller.userId || role !== who.caller.role) return;
  const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`;
  const { outlet, topic } = channel;
  outlet.writeText(
    encodePush(outlet.vsn, { joinRef: null, ref: null, topic, event: 'postgres_changes', payload }),
  );
}
