/**
 * Calls at once, and at most once more for everything that comes within the time after it.
 * @param milliseconds between two calls, at least
 */
export function throttle(work: () => void, milliseconds: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const call = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
    }, milliseconds);
    work();
  };
  return { call, stop: () => clearTimeout(timer) };
}
