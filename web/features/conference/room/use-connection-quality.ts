import { useEffect, useState } from 'react';
import {
  type Counters,
  type LineReading,
  readLine,
} from '#web/conference-core/connection/connection-stats.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';

const EVERY = 2_000;
export type Lines = ReadonlyMap<string, LineReading>;

/** How the line to each participant is, every two seconds; who is not in it has told nothing yet. */
export function useLines(controller: RoomController, peers: readonly PeerState[]): Lines {
  const [lines, setLines] = useState<Lines>(new Map());
  const names = peers.map(({ participantId }) => participantId).join(' ');
  useEffect(() => {
    const ids = names.split(' ').filter((id) => id !== '');
    const counters = new Map<string, Counters>();
    let stopped = false;
    const readOne = async (id: string): Promise<readonly [string, LineReading] | null> => {
      const stats = await controller.statsOf(id);
      if (!stats) return null;
      const reports = stats as unknown as ReadonlyMap<string, Record<string, unknown>>;
      const found = readLine(reports, performance.now(), counters.get(id) ?? null);
      counters.set(id, found.counters);
      return [id, found.reading];
    };
    const read = async () => {
      const found = await Promise.all(ids.map(readOne));
      if (!stopped) setLines(new Map(found.filter((entry) => entry !== null)));
    };
    const timer = setInterval(() => {
      read().catch((error: unknown) => console.warn('No statistics of the lines', error));
    }, EVERY);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [controller, names]);
  return lines;
}
