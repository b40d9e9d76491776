/** Elements that a visitor can press or type in. */
const PRESSABLE = 'a[href], button, input, select, textarea, summary, label';
/**
 * Anybody who pressed longer ago than this has given up, and is startled by what moves; browsers
 * open no tab for such a press either.
 */
const KEPT_FOR = 5_000;

export interface KeptPress {
  /** Resolves when somebody first presses something. */
  made: Promise<void>;
  /** Presses again what was pressed last, once the page can be used; nothing when nothing was. */
  repeat: () => void;
}

interface Press {
  what: string;
  isLink: boolean;
  at: number;
  keys: Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'shiftKey'>;
}

/**
 * By what a thing is told apart from others: not by its place, where something else may stand
 * later.
 */
const whatItIs = (thing: Element): string =>
  JSON.stringify([
    thing.tagName,
    (thing.textContent ?? '').replace(/\s+/g, ' ').trim(),
    ...['href', 'type', 'name', 'aria-label', 'placeholder'].map((name) => thing.getAttribute(name)),
  ]);

/** Finds the control under the pointer in a page that takes no press yet. */
function pressableUnder(root: HTMLElement, { clientX, clientY }: MouseEvent): Element | null {
  root.inert = false;
  const under = document.elementFromPoint(clientX, clientY);
  root.inert = true;
  const thing = under?.closest(PRESSABLE) ?? null;
  return root.contains(thing) ? thing : null;
}

/**
 * Keeps the last press of a page that can only be read yet: until its scripts are there, its lines
 * take no press. What was pressed then is pressed as soon as it can be, wherever it stands by then.
 */
export function keepPress(root: HTMLElement): KeptPress {
  const listening = new AbortController();
  const { signal } = listening;
  let last: Press | null = null;
  const made = new Promise<void>((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, () => resolve(), { signal, capture: true, passive: true });
  });
  const keep = (event: MouseEvent) => {
    const thing = root.inert ? pressableUnder(root, event) : null;
    const isLink = thing?.tagName === 'A';
    const inNewTab = event.type === 'auxclick';
    last =
      thing === null || (inNewTab && !isLink)
        ? null
        : {
            what: whatItIs(thing),
            isLink,
            at: Date.now(),
            keys: {
              ctrlKey: event.ctrlKey || inNewTab,
              metaKey: event.metaKey,
              shiftKey: event.shiftKey,
            },
          };
  };
  window.addEventListener('click', keep, { signal, capture: true });
  // The button in the middle opens a link in another tab; the right one its menu, which needs no
  // script.
  window.addEventListener('auxclick', (event) => event.button === 1 && keep(event), {
    signal,
    capture: true,
  });
  return {
    made,
    repeat() {
      listening.abort();
      const press = last;
      last = null;
      if (press === null || Date.now() - press.at > KEPT_FOR) return;
      const alike = Array.from(root.querySelectorAll<HTMLElement>(PRESSABLE)).filter(
        (thing) => thing.getClientRects().length > 0 && whatItIs(thing) === press.what,
      );
      // Links that agree lead to the same page; of buttons that agree, nobody knows which was
      // meant.
      const thing = press.isLink || alike.length === 1 ? alike[0] : undefined;
      thing?.focus();
      thing?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...press.keys }),
      );
    },
  };
}
