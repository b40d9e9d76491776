import { useEffect, useRef, useState } from 'react';

const KEY = 'loge-room-shortcuts';
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single keys that do what a button does. They can be turned off (WCAG 2.1.4), and do nothing while one types or a window is open. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): {
  enabled: boolean;
  setEnabled: (on: boolean) => void;
} {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off');
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const action = current.current[event.key.toLowerCase()];
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
