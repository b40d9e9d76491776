import { type RefObject, useEffect, useRef } from 'react';

interface ListKeys {
  /** The row that is open beside the list, by its key. */
  opened?: string | null;
  /** Acts upon the chosen rows; false: there is nothing to do, and the row opens. */
  act: () => boolean;
  /** Chooses or leaves the row with this key. */
  choose: (key: string) => void;
  help: () => void;
}

const rowOf = (element: Element | null) =>
  element?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]') ?? null;

/**
 * The keys of a list whose rows are `tr` or `li`, each opened by what has `data-row`: / searches, j
 * and k go down and up its rows, from the one that is open beside them where none has the focus, x
 * chooses one, e acts, ? says them. They are silent while one
 * types or a window is open over the list.
 */
export function useListKeys(container: RefObject<HTMLElement | null>, keys: ListKeys): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const list = container.current;
      if (list === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        document.querySelector('[role="dialog"]:not([data-beside]), [role="alertdialog"], [role="menu"]') !==
        null
      )
        return;
      if (target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select'))
        return;
      const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
      const { opened } = now.current;
      const current = list.contains(document.activeElement)
        ? rowOf(document.activeElement)
        : (rows.find((row) => row.dataset.row === opened) ?? null);
      const focus = (row: HTMLElement | undefined) => {
        row?.focus();
        row?.scrollIntoView({ block: 'nearest' });
      };
      const at = current === null ? -1 : rows.indexOf(current);
      switch (key) {
        case '/':
          list.querySelector<HTMLElement>('input[type="search"]')?.focus();
          break;
        case 'j':
          focus(rows[Math.min(rows.length - 1, at + 1)]);
          break;
        case 'k':
          focus(rows[Math.max(0, at - 1)]);
          break;
        case 'x':
          if (current?.dataset.row) now.current.choose(current.dataset.row);
          break;
        case 'e':
          if (!now.current.act()) current?.click();
          break;
        case '?':
          now.current.help();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [container]);
}
