import { focusTitle } from '#web/ui/focus-title.ts';

let first = true;

/**
 * Brings the focus to the new page's title, as after a full page load. The first page of a visit leaves the focus where the browser put it,
 * and a page that focused something of its own keeps it.
 */
export function focusPage(): void {
  if (!first) focusTitle();
  first = false;
}
