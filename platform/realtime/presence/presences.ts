/** One client's presence: its own data, and the reference by which it is replaced or removed. */
export interface Meta {
  phx_ref: string;
  phx_ref_prev?: string;
  [word: string]: unknown;
}

/** The shape of `presence_state`, and of each half of `presence_diff`. */
export type State = Record<string, { metas: Meta[] }>;

export interface Diff {
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
export interface Presences {
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

export const emptyDiff = (): Diff => ({ joins: emptyState(), leaves: emptyState() });

export function addTo(state: State, key: string, meta: Meta): void {
  const present = state[key];
  if (present) present.metas.push(meta);
  else state[key] = { metas: [meta] };
}

export function createPresences(): Presences {
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
