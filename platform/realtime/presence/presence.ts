import { randomBytes } from 'node:crypto';
import type { BusMessage } from '../bus/carrier.ts';
import { type Channel, push } from '../channel.ts';
import type { Topics } from '../topics.ts';

/** One client's presence: its own data, and the reference by which it is replaced or removed. */
interface Meta {
  phx_ref: string;
  phx_ref_prev?: string;
  [word: string]: unknown;
}

/** The shape of `presence_state`, and of each half of `presence_diff`. */
type State = Record<string, { metas: Meta[] }>;

interface Diff {
  joins: State;
  leaves: State;
}

interface Entry {
  /** The process to which the client is connected. */
  node: string;
  key: string;
  meta: Meta;
}

/**
 * The presences of all processes. A topic's entries by their reference: several tabs of one person
 * share a key.
 */
interface Presences {
  /** The state as JSON, made once for all who join until it changes. */
  stateText(topic: string): string;
  count(topic: string): number;
  put(topic: string, entry: Entry): void;
  /** @returns the removed presences, or null when there were none */
  take(topic: string, ref: string): Entry | null;
  /** All of one process's entries, by topic. */
  of(node: string): [topic: string, Entry][];
}

/** The objects have no prototype, because a key may be `__proto__`. */
const emptyState = (): State => Object.create(null) as State;

const emptyDiff = (): Diff => ({ joins: emptyState(), leaves: emptyState() });

function addTo(state: State, key: string, meta: Meta): void {
  const present = state[key];
  if (present) present.metas.push(meta);
  else state[key] = { metas: [meta] };
}

function createPresences(): Presences {
  const topics = new Map<string, Map<string, Entry>>();
  const texts = new Map<string, string>();
  return {
    stateText(topic) {
      const known = texts.get(topic);
      if (known !== undefined) return known;
      const entries = topics.get(topic);
      const state = emptyState();
      for (const { key, meta } of entries?.values() ?? []) addTo(state, key, meta);
      const text = JSON.stringify(state);
      if (entries) texts.set(topic, text);
      return text;
    },
    count: (topic) => topics.get(topic)?.size ?? 0,
    put(topic, entry) {
      texts.delete(topic);
      const entries = topics.get(topic);
      if (entries) entries.set(entry.meta.phx_ref, entry);
      else topics.set(topic, new Map([[entry.meta.phx_ref, entry]]));
    },
    take(topic, ref) {
      texts.delete(topic);
      const entries = topics.get(topic);
      const entry = entries?.get(ref) ?? null;
      entries?.delete(ref);
      if (entries?.size === 0) topics.delete(topic);
      return entry;
    },
    of: (node) =>
      [...topics].flatMap(([topic, entries]) =>
        [...entries.values()]
          .filter((entry) => entry.node === node)
          .map((entry): [string, Entry] => [topic, entry]),
      ),
  };
}

/**
 * Changes of a topic within this many milliseconds are sent together, so that a crowd that arrives
 * costs each member few frames.
 */
const FLUSH_DELAY = 20;

/**
 * Milliseconds until a request for the complete state counts as lost; before that, messages of the
 * other process cause no second request.
 */
const ASK_AGAIN = 1_000;

/** One change, as it is sent to the other processes. */
interface Move {
  topic: string;
  key: string;
  ref: string;
  /** Null removes the presence. */
  meta: Meta | null;
}

interface Deps {
  node: string;
  topics: Topics;
  publish(message: BusMessage): void;
  now?: () => number;
}

/** Presence of this process's channels, and what the other processes reported of theirs. */
export interface Presence {
  /** @param payload the data that the client shows of itself; tracking again replaces it */
  track(channel: Channel, payload: Record<string, unknown>): void;
  untrack(channel: Channel): void;
  /** How many clients are present on the channel's topic. */
  count(channel: Channel): number;
  /** The whole state, to a channel that just joined. */
  sync(channel: Channel): void;
  hear(message: BusMessage, node: string): void;
  /** Sends the complete state to a process that appeared. */
  tellAll(): void;
  forget(node: string): void;
  /** Sent with heartbeats; a process that counted another number asks for the complete state. */
  version(): number;
}

const mayRead = (channel: Channel) =>
  channel.presenceEnabled && channel.access?.read.includes('presence') !== false;

export function createPresence({ node, topics, publish, now = Date.now }: Deps): Presence {
  const presences = createPresences();
  const refs = new Map<Channel, string>();
  const diffs = new Map<string, { diff: Diff; timer: NodeJS.Timeout }>();
  const versions = new Map<string, number>();
  const askedAt = new Map<string, number>();
  let version = 0;

  function flush(topic: string, except?: Channel): void {
    const pending = diffs.get(topic);
    if (!pending) return;
    clearTimeout(pending.timer);
    diffs.delete(topic);
    const payload = JSON.stringify(pending.diff);
    for (const channel of topics.on(topic)) {
      if (channel !== except && mayRead(channel)) push(channel, 'presence_diff', payload);
    }
  }

  function diffOf(topic: string): Diff {
    const pending = diffs.get(topic);
    if (pending) return pending.diff;
    const diff = emptyDiff();
    diffs.set(topic, { diff, timer: setTimeout(() => flush(topic), FLUSH_DELAY) });
    return diff;
  }

  function apply(from: string, { topic, key, ref, meta }: Move): void {
    const before = presences.take(topic, ref);
    if (meta === null) {
      if (before) addTo(diffOf(topic).leaves, before.key, before.meta);
      return;
    }
    presences.put(topic, { node: from, key, meta });
    if (!before) addTo(diffOf(topic).joins, key, meta);
  }

  function move(moves: Move[]): void {
    for (const each of moves) apply(node, each);
    version += 1;
    publish({ kind: 'presence', version, moves });
  }

  const leaving = (channel: Channel, ref: string): Move => ({
    topic: channel.key,
    key: channel.presenceKey,
    ref,
    meta: null,
  });

  /** Replaces the known presences of another process by the complete state that it sent. */
  function replace(from: string, moves: readonly Move[]): void {
    const kept = new Set(moves.map(({ ref }) => ref));
    for (const [topic, { key, meta }] of presences.of(from)) {
      if (!kept.has(meta.phx_ref)) apply(from, { topic, key, ref: meta.phx_ref, meta: null });
    }
    for (const each of moves) apply(from, each);
  }

  function askAll(of: string): void {
    if (now() - (askedAt.get(of) ?? 0) < ASK_AGAIN) return;
    askedAt.set(of, now());
    publish({ kind: 'presence-ask', of });
  }

  const everything = (): Move[] =>
    presences.of(node).map(([topic, { key, meta }]) => ({ topic, key, ref: meta.phx_ref, meta }));

  const tellAll = () => publish({ kind: 'presence-all', version, moves: everything() });

  return {
    track(channel, payload) {
      const before = refs.get(channel);
      const ref = randomBytes(9).toString('base64url');
      const meta: Meta = {
        ...payload,
        phx_ref: ref,
        ...(before === undefined ? {} : { phx_ref_prev: before }),
      };
      refs.set(channel, ref);
      const arriving: Move = { topic: channel.key, key: channel.presenceKey, ref, meta };
      move(before === undefined ? [arriving] : [arriving, leaving(channel, before)]);
    },
    count: (channel) => presences.count(channel.key),
    untrack(channel) {
      const ref = refs.get(channel);
      if (ref === undefined) return;
      refs.delete(channel);
      move([leaving(channel, ref)]);
    },
    sync(channel) {
      if (!mayRead(channel)) return;
      // Changes that are part of the state must not be applied to it a second time.
      flush(channel.key, channel);
      push(channel, 'presence_state', presences.stateText(channel.key));
    },
    hear(message, from) {
      const known = versions.get(from) ?? 0;
      const said = Number(message.version ?? 0);
      if (message.kind === 'presence') {
        // The count stays as it is until the complete state has come: if the question or its answer
        // is lost, the next heartbeat asks again.
        if (said !== known + 1) return askAll(from);
        versions.set(from, said);
        for (const each of message.moves as Move[]) apply(from, each);
      } else if (message.kind === 'presence-all') {
        versions.set(from, said);
        askedAt.delete(from);
        replace(from, message.moves as Move[]);
      } else if (message.kind === 'presence-ask') {
        if (message.of === node) tellAll();
      } else if (message.kind === 'beat' && said !== known) {
        askAll(from);
      }
    },
    tellAll,
    forget(from) {
      versions.delete(from);
      askedAt.delete(from);
      replace(from, []);
    },
    version: () => version,
  };
}
