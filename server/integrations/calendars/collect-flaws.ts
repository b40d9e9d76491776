import { MOST_UNREAD, type UnreadEvents } from '#product/availability/rules/unread-events.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { UnreadableEvent } from './unreadable-event.ts';

export interface Flaws {
  /** Notes the flaws of one event, and when that event begins, if that is known. */
  note(flaws: readonly UnreadableEvent[], start: Instant | null): void;
  /** Runs what may find an event unreadable. */
  attempt(work: () => void): void;
  /** `skipped`: events that could not be read, or not whole. */
  told(): { skipped: number; unread: UnreadEvents[] };
}

/**
 * Gathers what could not be read of a calendar by its reason, bounded whatever the calendar has.
 */
export function collectFlaws(): Flaws {
  const byReason = new Map<
    string,
    { reason: UnreadEvents['reason']; name: string | null; events: number; starts: Set<Instant> }
  >();
  let skipped = 0;

  function add({ reason, message }: UnreadableEvent, start: Instant | null): void {
    const name =
      reason === 'no_start' || reason === 'broken_line' ? null : message.slice(0, MOST_UNREAD.name);
    const full = byReason.size >= MOST_UNREAD.reasons;
    const key = `${reason} ${name}`;
    const general = full && !byReason.has(key) ? reason : key;
    const known = byReason.get(general) ?? {
      ...{ reason, name: general === key ? name : null, events: 0, starts: new Set<Instant>() },
    };
    byReason.set(general, known);
    known.events++;
    if (start !== null && known.starts.size < MOST_UNREAD.starts) known.starts.add(start);
  }

  const note: Flaws['note'] = (flaws, start) => {
    for (const flaw of flaws) add(flaw, start);
    if (flaws.some(({ reason }) => reason !== 'unknown_zone' && reason !== 'unsure_zone')) skipped++;
  };

  return {
    note,
    attempt(work) {
      try {
        work();
      } catch (error) {
        // A RangeError: its times lead beyond what a date can hold.
        if (error instanceof UnreadableEvent) note([error], null);
        else if (error instanceof RangeError) note([new UnreadableEvent('bad_time', '')], null);
        else throw error;
      }
    },
    told: () => ({
      skipped,
      unread: [...byReason.values()]
        .sort((a, b) => b.events - a.events)
        .map(({ starts, ...rest }) => ({ ...rest, starts: [...starts].sort((a, b) => a - b) })),
    }),
  };
}
