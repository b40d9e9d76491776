import { useEffect, useState } from 'react';
import {
  type ConnectionReading,
  type Counters,
  readConnection,
} from '#web/conference-core/connection/connection-stats.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';

/** Milliseconds. */
const EVERY = 2_000;
/** By participant; nobody before the first reading. */
export type ConnectionReadings = ReadonlyMap<string, ConnectionReading>;

/** Reads the connection with each participant, every two seconds. */
export function useConnectionReadings(
  controller: RoomController,
  peers: readonly PeerState[],
): ConnectionReadings {
  const [readings, setReadings] = useState<ConnectionReadings>(new Map());
  const names = peers.map(({ participantId }) => participantId).join(' ');
  useEffect(() => {
    const ids = names.split(' ').filter((id) => id !== '');
    const counters = new Map<string, Counters>();
    let stopped = false;
    const readOne = async (id: string): Promise<readonly [string, ConnectionReading] | null> => {
      const stats = await controller.statsOf(id);
      if (!stats) return null;
      const reports = stats as unknown as ReadonlyMap<string, Record<string, unknown>>;
      const found = readConnection(reports, performance.now(), counters.get(id) ?? null);
      counters.set(id, found.counters);
      return [id, found.reading];
    };
    const read = async () => {
      const found = await Promise.all(ids.map(readOne));
      if (!stopped) setReadings(new Map(found.filter((entry) => entry !== null)));
    };
    const timer = setInterval(() => {
      read().catch((error: unknown) => console.warn('The connections could not be read', error));
    }, EVERY);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [controller, names]);
  return readings;
}
