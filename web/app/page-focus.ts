import { MAIN_ID } from '#web/ui/skip-link.tsx';

let first = true;

/**
 * Brings the focus to the new page's title, so that a screen reader announces it and Tab goes on from there, as after a full page load. The
 * first page of a visit leaves the focus where the browser put it, and a page that focused something of its own keeps it.
 */
export function focusPage(): void {
  if (first) {
    first = false;
    return;
  }
  const main = document.getElementById(MAIN_ID) ?? document.querySelector('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target || main?.contains(document.activeElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.style.outline = 'none'; // a place, not a control: the ring would say that it can be pressed
  target.focus({ preventScroll: true });
}
