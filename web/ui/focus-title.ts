import { MAIN_ID } from '#web/ui/skip-link.tsx';

/**
 * Brings the focus to the title of what `main` shows now, so that a screen reader announces it and
 * Tab goes on from there. When something inside has taken the focus already, it keeps the focus.
 */
export function focusTitle(): void {
  const main = document.getElementById(MAIN_ID) ?? document.querySelector('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target || main?.contains(document.activeElement)) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.style.outline = 'none'; // a title is not a control: a focus ring would suggest that it can be pressed
  target.focus({ preventScroll: true });
}
