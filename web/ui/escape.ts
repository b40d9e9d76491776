import type { KeyboardEvent } from 'react';

/** Escapes that a toast above a window did not take. */
const left = new WeakSet<Event>();

/**
 * Of a toast, which lies above the window in which it came up and would take the Escape meant for that window, with the « Annuler » that it offers:
 * it takes only those of whoever is not in a window.
 */
export function leaveEscapeToWindow(event: globalThis.KeyboardEvent): void {
  if (!document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  left.add(event);
}

/** Of a window: an Escape that a toast left to it does what its `data-closes` does. */
export function closeOnLeftEscape(event: KeyboardEvent<HTMLElement>): void {
  if (!left.delete(event.nativeEvent)) return;
  event.currentTarget.querySelector<HTMLElement>('[data-closes]')?.click();
}
