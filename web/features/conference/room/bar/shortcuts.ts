import { useEffect, useRef, useState } from 'react';

/**
 * Every key of the room and what it does: the list that people read and the keys that work come
 * from this table.
 */
export const SHORTCUTS = [
  { key: 'm', action: 'mic', text: 'Couper ou activer le micro' },
  { key: 'v', action: 'camera', text: 'Couper ou activer la caméra' },
  { key: 'e', action: 'share', text: 'Partager l’écran, ou arrêter' },
  { key: 'l', action: 'hand', text: 'Lever ou baisser la main' },
  { key: 'x', action: 'clap', text: 'Applaudir' },
  { key: 'c', action: 'chat', text: 'Ouvrir ou fermer le chat' },
  { key: 'p', action: 'people', text: 'Ouvrir ou fermer la liste des personnes' },
  { key: 'd', action: 'layout', text: 'Choisir la disposition' },
  { key: 'w', action: 'self', text: 'Replier ou déplier ma vue' },
  { key: 'f', action: 'fullscreen', text: 'Plein écran' },
  { key: 'i', action: 'pictureInPicture', text: 'Image dans l’image' },
  { key: 'r', action: 'devices', text: 'Appareils et réglages' },
  { key: 's', action: 'connection', text: 'Connexion en chiffres' },
  { key: '?', action: 'keys', text: 'Cette liste' },
] as const;

export type ShortcutAction = (typeof SHORTCUTS)[number]['action'];
export type ShortcutActions = Readonly<Record<ShortcutAction, (() => void) | null>>;

/** The key of an action as a keyboard shows it: « M ». */
export const keyOf = (action: ShortcutAction): string =>
  (SHORTCUTS.find((shortcut) => shortcut.action === action)?.key ?? '').toUpperCase();

/**
 * The action of a key; null when it is no shortcut, or is the shortcut of something that this
 * browser or this room does not have.
 */
export function actionOf(key: string, actions: ShortcutActions): (() => void) | null {
  const found = SHORTCUTS.find((shortcut) => shortcut.key === key.toLowerCase());
  return found ? actions[found.action] : null;
}

const KEY = 'loge-room-shortcuts';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** A dialog or a menu that is open takes the keys for itself. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

export interface ShortcutSwitch {
  enabled: boolean;
  setEnabled: (on: boolean) => void;
}

/**
 * Single keys that do what a button does. They can be turned off (WCAG 2.1.4), and do nothing while
 * one types or a dialog is open.
 */
export function useShortcuts(actions: ShortcutActions): ShortcutSwitch {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off');
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector(OPEN)) return;
      const action = actionOf(event.key, current.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled]);
  return {
    enabled,
    setEnabled: (on) => {
      localStorage.setItem(KEY, on ? 'on' : 'off');
      setEnabled(on);
    },
  };
}
