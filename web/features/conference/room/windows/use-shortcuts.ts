import { useEffect, useRef, useState } from 'react';
import { actionOf, type ShortcutActions } from './shortcuts.ts';

const KEY = 'loge-room-shortcuts';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** A window or a menu that is open takes the keys for itself. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

export interface ShortcutSwitch {
  enabled: boolean;
  setEnabled: (on: boolean) => void;
}

/** Single keys that do what a button does. They can be turned off (WCAG 2.1.4), and do nothing while one types or a window is open. */
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
