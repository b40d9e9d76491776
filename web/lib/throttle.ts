/**
 * Calls at once, and at most once more for everything that comes while the work lasts and for a
 * rest after it: at least the given time, and as long as the work took. So work never overlaps
 * itself, however fast the calls come and however slow it is.
 * @param work never rejects
 * @param milliseconds of rest after the work, at least
 * @param longest in milliseconds that work is waited for: a request that never gets an answer must
 *   not keep all later ones from being sent
 */
export function throttle(work: () => Promise<unknown>, milliseconds: number, longest = 15_000): () => void {
  let busy = false;
  let again = false;
  const call = () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    const begun = Date.now();
    let waited = false;
    const settle = () => {
      if (waited) return;
      waited = true;
      clearTimeout(giveUp);
      const rest = Math.max(milliseconds, Date.now() - begun);
      setTimeout(() => {
        busy = false;
        if (again) call();
      }, rest);
    };
    const giveUp = setTimeout(settle, longest);
    void work().finally(settle);
  };
  return call;
}
