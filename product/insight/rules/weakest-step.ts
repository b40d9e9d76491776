/** The counts of people at each step, in order; see product/insight/visits-contract.ts. */
export interface FunnelCounts {
  readonly views: number;
  readonly opens: number;
  readonly holds: number;
  readonly paid: number;
  readonly attended: number;
  readonly upcoming: number;
}

export type Transition = 'views' | 'opens' | 'holds' | 'paid';

/** With fewer people than this at a step, the outcome is chance. */
const LEAST = 20;
/**
 * The usual rates: many visitors only look, few of those who open a calendar book, most who hold a
 * place pay, and those who pay come.
 */
const USUAL = { views: 0.3, opens: 0.05, holds: 0.7, paid: 0.85 } as const satisfies Record<
  Transition,
  number
>;

/**
 * The step after which most people leave, measured against the usual rates; null when no step loses
 * more than usual, or when there are too few people to tell.
 * @returns how many were at the step, and how many of them went on
 */
export function weakestStep(counts: FunnelCounts): { after: Transition; of: number; went: number } | null {
  const { views, opens, holds, paid, attended, upcoming } = counts;
  const transitions = [
    { after: 'views', of: views, went: opens },
    { after: 'opens', of: opens, went: holds },
    { after: 'holds', of: holds, went: paid },
    // People still on their way are not counted as lost.
    { after: 'paid', of: paid - upcoming, went: attended },
  ] as const;
  const share = ({ after, of, went }: (typeof transitions)[number]) => went / of / USUAL[after];
  const [weakest] = transitions
    .filter((each) => each.of >= LEAST && share(each) < 1)
    .toSorted((a, b) => share(a) - share(b));
  return weakest ?? null;
}
