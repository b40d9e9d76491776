import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId } from 'react';
import { stays } from '#web/lib/stays.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { throttle } from '#web/lib/throttle.ts';
import { readViewing } from '#web/lib/viewing.ts';

/**
 * A table whose changes matter to a screen; `filter` as PostgREST writes one: `viewer_id=eq.<id>`.
 */
export interface LiveTable {
  table: string;
  filter?: string;
}

type Client = Awaited<ReturnType<typeof loadClient>>['supabase'];
type Channel = ReturnType<Client['channel']>;

/**
 * A job may change many rows at once: changes during a refetch, and within this time after it,
 * share one more.
 */
const REFETCH_PAUSE = 150;

/**
 * How the queries below each key are refetched: one way for all that listen, so that none calls off
 * another's.
 */
const refetches = new WeakMap<QueryClient, Map<string, () => void>>();

/**
 * Refetches the queries below a key. A refetch calls off the one before it: were it begun for each
 * change, a stream of changes that is faster than an answer would keep a screen from ever having
 * one.
 */
function refetchOf(client: QueryClient, keyText: string): () => void {
  const ofClient = refetches.get(client) ?? new Map<string, () => void>();
  refetches.set(client, ofClient);
  const kept = ofClient.get(keyText);
  if (kept) return kept;
  const queryKey = JSON.parse(keyText) as QueryKey;
  const refetch = throttle(() => client.invalidateQueries({ queryKey }), REFETCH_PAUSE);
  ofClient.set(keyText, refetch);
  return refetch;
}

/**
 * Refetches what a screen shows whenever `open` hears something on its channel, and once whenever
 * the connection comes back: what happened meanwhile was not told.
 */
function useChannel(
  open: (client: Client, refetch: () => void) => Channel,
  keyText: string,
  enabled: boolean,
): void {
  const client = useQueryClient();
  useEffect(() => {
    // Nobody listens in another person's place.
    if (!enabled || readViewing() !== null) return;
    const stopped = new AbortController();
    let leave = () => {};
    const refetch = refetchOf(client, keyText);
    const listen = async () => {
      await stays(stopped.signal);
      const { supabase } = await loadClient();
      // A channel that joins before the client has its token joins as nobody, and stays so.
      await supabase.realtime.setAuth();
      if (stopped.signal.aborted) return;
      const channel = open(supabase, refetch);
      channel.subscribe((status) => {
        // Something may also have changed between the first load and the first join.
        if (status === 'SUBSCRIBED') refetch();
      });
      leave = () => void supabase.removeChannel(channel);
    };
    listen().catch((error: unknown) => {
      // The screen works without it: it refetches on focus, and on the person's own doings.
      console.warn('No live updates', error);
    });
    return () => {
      stopped.abort();
      leave();
    };
  }, [client, open, keyText, enabled]);
}

/**
 * Refetches when a row of the tables changes anywhere. Their row-level security decides which
 * changes are told at all.
 */
export function useLive(tables: readonly LiveTable[], queryKey: QueryKey, enabled = true): void {
  const name = useId();
  const tablesText = JSON.stringify(tables);
  const open = useCallback(
    (supabase: Client, refetch: () => void) => {
      const channel = supabase.channel(`live${name}`);
      for (const { table, filter } of JSON.parse(tablesText) as LiveTable[]) {
        const what = {
          event: '*' as const,
          schema: 'public',
          table,
          ...(filter === undefined ? {} : { filter }),
        };
        channel.on('postgres_changes', what, refetch);
      }
      return channel;
    },
    [name, tablesText],
  );
  useChannel(open, JSON.stringify(queryKey), enabled);
}

/**
 * Refetches when Loge hints on a private channel that something changed. A hint carries no data.
 * @param topic of one screen at a time: the client knows one channel a topic
 */
export function useHints(topic: string, event: string, queryKey: QueryKey): void {
  const open = useCallback(
    (supabase: Client, refetch: () => void) =>
      supabase.channel(topic, { config: { private: true } }).on('broadcast', { event }, refetch),
    [topic, event],
  );
  useChannel(open, JSON.stringify(queryKey), true);
}
