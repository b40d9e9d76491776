/** Where the money of a month's sessions is, in cents. */
interface MonthOfMoney {
  /** Its first moment. */
  from: string;
  pendingCents: number;
  availableCents: number;
  inTransitCents: number;
  bankedCents: number;
}

/** The streamer's share of a month's sessions, wherever it is now. */
export const shareOfMonth = (month: MonthOfMoney): number =>
  month.pendingCents + month.availableCents + month.inTransitCents + month.bankedCents;

/**
 * The month that brought the most, of those that are over: what a month will have brought is not
 * known before its end.
 * @param thisMonth its first moment
 * @returns null when none that is over brought anything
 */
export function bestMonth<Month extends MonthOfMoney>(
  months: readonly Month[],
  thisMonth: string,
): Month | null {
  const over = months.filter(
    (month) => Date.parse(month.from) < Date.parse(thisMonth) && shareOfMonth(month) > 0,
  );
  return over.reduce<Month | null>(
    (best, month) => (best === null || shareOfMonth(month) > shareOfMonth(best) ? month : best),
    null,
  );
}
