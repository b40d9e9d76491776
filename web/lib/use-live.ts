import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { loadClient } from '#web/lib/supabase/load.ts';

/** A table whose changes matter to a screen; `filter` as PostgREST writes one: `viewer_id=eq.<id>`. */
export interface LiveTable {
  table: string;
  filter?: string;
}

/** Many rows change at once when a job runs: one refetch is enough for all that come within this time. */
const GATHER = 150;

/**
 * Refetches what a screen shows when a row of the tables changes anywhere, and once whenever the connection comes back:
 * what happened meanwhile was not told. The row-level security of the tables decides which changes are told at all.
 */
export function useLive(tables: readonly LiveTable[], queryKey: QueryKey, enabled = true): void {
  const client = useQueryClient();
  const name = useId();
  const tablesText = JSON.stringify(tables);
  const keyText = JSON.stringify(queryKey);
  useEffect(() => {
    if (!enabled) return;
    let stopped = false;
    let leave = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        client.invalidateQueries({ queryKey: JSON.parse(keyText) as QueryKey });
      }, GATHER);
    };
    const listen = async () => {
      const { supabase } = await loadClient();
      // A channel that joins before the client has its token joins as nobody, and stays so.
      await supabase.realtime.setAuth();
      if (stopped) return;
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
      channel.subscribe((status) => {
        // Between what was loaded first and the first join, too, something may have changed.
        if (status === 'SUBSCRIBED') refetch();
      });
      leave = () => void supabase.removeChannel(channel);
    };
    listen().catch((error: unknown) => {
      // The screen works without it: it refetches on focus, and on the person's own doings.
      console.warn('No live updates', error);
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
      leave();
    };
  }, [client, name, tablesText, keyText, enabled]);
}
