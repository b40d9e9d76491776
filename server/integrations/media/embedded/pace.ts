/** Of everything that one person sends, in bits per second: a camera and a screen at most, a face that moves at least. */
export const PACE = { most: 3_000_000, least: 400_000 } as const;

/** Shares of packets that did not arrive. Below the first all is well, above the second the line is full. */
const LOSS = { well: 0.04, full: 0.1 } as const;

/**
 * How much somebody may send from now on, a second after `pace`: what the weakest line of those who watch takes, within bounds, since
 * everybody gets the same packets.
 * @param worstLoss the largest share of packets that a watcher missed
 */
export function nextPace(pace: number, worstLoss: number): number {
  const factor = worstLoss > LOSS.full ? 1 - worstLoss / 2 : worstLoss < LOSS.well ? 1.08 : 1;
  return Math.round(Math.min(PACE.most, Math.max(PACE.least, pace * factor)));
}
