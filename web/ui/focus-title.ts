import { MAIN_ID } from '#web/ui/skip-link.tsx';

/**
 * Brings the focus to the title of what `main` shows now, so that a screen reader announces it and Tab goes on from there. What focused
 * something of its own in there keeps it.
 */
export function focusTitle(): void {
  const main = document.getElementById(MAIN_ID) ?? document.querySelector('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target || main?.contains(document.activeElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.style.outline = 'none'; // a place, not a control: the ring would say that it can be pressed
  target.focus({ preventScroll: true });
}
