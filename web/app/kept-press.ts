/** What can be pressed, or typed in. */
const PRESSABLE = 'a[href], button, input, select, textarea, summary, label';

export interface KeptPress {
  /** Resolves when somebody first presses something. */
  made: Promise<void>;
  /** Presses again what was pressed last, once the page can be used; nothing when nothing was. */
  repeat: () => void;
}

/**
 * Keeps the last press of a page that can only be read yet: until its scripts are there, its lines take no press. What stands under the
 * finger then is pressed as soon as it can be.
 */
export function keepPress(): KeptPress {
  const listening = new AbortController();
  const { signal } = listening;
  let last: MouseEvent | null = null;
  const made = new Promise<void>((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, () => resolve(), { signal, capture: true, passive: true });
  });
  window.addEventListener(
    'click',
    (event) => {
      last = event;
    },
    { signal, capture: true },
  );
  return {
    made,
    repeat() {
      listening.abort();
      if (last === null) return;
      const { pageX, pageY } = last;
      const under = document.elementFromPoint(pageX - window.scrollX, pageY - window.scrollY);
      const pressed = under?.closest<HTMLElement>(PRESSABLE);
      pressed?.focus();
      pressed?.dispatchEvent(
        new MouseEvent('click', {
          bubbles: true,
          cancelable: true,
          ctrlKey: last.ctrlKey,
          metaKey: last.metaKey,
          shiftKey: last.shiftKey,
        }),
      );
    },
  };
}
