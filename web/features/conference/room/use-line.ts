import { useEffect, useState } from 'react';
import type { RoomController } from '../controller/room-controller.ts';
import { type Counters, type LineReading, readLine } from './line-quality.ts';

const EVERY = 2_000;

/** How the line to one participant is, every two seconds; null while nothing is known. */
export function useLine(controller: RoomController, participantId: string | null): LineReading | null {
  const [reading, setReading] = useState<LineReading | null>(null);
  useEffect(() => {
    setReading(null);
    if (participantId === null) return;
    let counters: Counters | null = null;
    let stopped = false;
    const read = async () => {
      const stats = await controller.statsOf(participantId);
      if (!stats || stopped) return;
      const found = readLine(
        stats as unknown as ReadonlyMap<string, Record<string, unknown>>,
        Date.now(),
        counters,
      );
      counters = found.counters;
      setReading(found.reading);
    };
    const timer = setInterval(() => {
      read().catch((error: unknown) => console.warn('No statistics of the line', error));
    }, EVERY);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [controller, participantId]);
  return reading;
}
