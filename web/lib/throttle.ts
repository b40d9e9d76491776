/**
 * Calls at once, and at most once more for everything that comes while the work lasts and for a rest after it: at least the given time, and
 * as long as the work took. So work never overlaps itself, however fast the calls come and however slow it is.
 * @param work never rejects
 * @param milliseconds of rest after the work, at least
 */
export function throttle(work: () => Promise<unknown>, milliseconds: number): () => void {
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
    void work().finally(() => {
      const rest = Math.max(milliseconds, Date.now() - begun);
      setTimeout(() => {
        busy = false;
        if (again) call();
      }, rest);
    });
  };
  return call;
}
