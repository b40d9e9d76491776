import type { previewDay } from '#contracts/availability.ts';
import type { ResponseOf } from '#contracts/contract.ts';
import type { ClosedReason } from '#domain/availability/check-availability.ts';

export type PreviewStart = ResponseOf<typeof previewDay>['starts'][number];

/** Starts in a row with the same answer. Free ones have no reason. */
export interface Segment {
  reason: ClosedReason | null;
  starts: string[];
}

/** The day cut where the answer changes. */
export function segmentsOf(starts: readonly PreviewStart[]): Segment[] {
  const segments: Segment[] = [];
  for (const { start, reason } of starts) {
    const last = segments.at(-1);
    if (last && last.reason === reason) last.starts.push(start);
    else segments.push({ reason, starts: [start] });
  }
  return segments;
}

/** Why nothing is free that day: the commonest reason within the hours, else that there are none; null when something is. */
export function mainReason(starts: readonly PreviewStart[]): ClosedReason | null {
  if (starts.some(({ free }) => free)) return null;
  const counts = new Map<ClosedReason, number>();
  for (const { reason } of starts) {
    if (reason !== null && reason !== 'outside_hours') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [commonest] = [...counts].sort(([, a], [, b]) => b - a);
  return commonest?.[0] ?? 'outside_hours';
}
