/** What people did, in order; see contracts/visits.ts. */
export interface FunnelCounts {
  readonly views: number;
  readonly opens: number;
  readonly holds: number;
  readonly paid: number;
  readonly attended: number;
  readonly upcoming: number;
}

export type Transition = 'views' | 'opens' | 'holds' | 'paid';

/** With fewer than this at a step, what came of it is chance. */
const LEAST = 20;
/** What usually comes of a step: visitors look around, few of those who open a calendar book, who holds a place mostly pays, who pays comes. */
const USUAL = { views: 0.3, opens: 0.05, holds: 0.7, paid: 0.85 } as const satisfies Record<
  Transition,
  number
>;

/**
 * The step after which most people stay away, measured by what is usual there; null when no step loses more than that, or too few people
 * came to say so.
 * @returns how many were at the step, and how many of them went on
 */
export function weakestStep(counts: FunnelCounts): { after: Transition; of: number; went: number } | null {
  const { views, opens, holds, paid, attended, upcoming } = counts;
  const transitions = [
    { after: 'views', of: views, went: opens },
    { after: 'opens', of: opens, went: holds },
    { after: 'holds', of: holds, went: paid },
    // What is still to come has not been lost.
    { after: 'paid', of: paid - upcoming, went: attended },
  ] as const;
  const share = ({ after, of, went }: (typeof transitions)[number]) => went / of / USUAL[after];
  const [weakest] = transitions
    .filter((each) => each.of >= LEAST && share(each) < 1)
    .toSorted((a, b) => share(a) - share(b));
  return weakest ?? null;
}
