/**
 * Calls when the browser shows the page again as it was left: Back from another site brings it with
 * all its state, its busy buttons too.
 * @returns how to stop
 */
export function onPageRestored(call: () => void, page: EventTarget = window): () => void {
  const shown = (event: Event) => {
    if ('persisted' in event && event.persisted === true) call();
  };
  page.addEventListener('pageshow', shown);
  return () => page.removeEventListener('pageshow', shown);
}
