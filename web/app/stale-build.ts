const KEY = 'loge-reloaded-at';
const ONCE_PER = 60_000;

/**
 * After a deployment an open tab asks for files that are gone. Reloading gets the new page; once a minute at most, so that a server
 * that is really broken does not make the page turn in circles.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_PER) return;
    event.preventDefault();
    window.sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
