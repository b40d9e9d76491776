/** Raised hands in the order in which they were seen to rise: who was first keeps their turn until they lower it. */
export const orderHands = (before: readonly string[], raised: readonly string[]): readonly string[] => {
  const next = [
    ...before.filter((id) => raised.includes(id)),
    ...raised.filter((id) => !before.includes(id)),
  ];
  const same = next.length === before.length && next.every((id, index) => id === before[index]);
  return same ? before : next;
};
