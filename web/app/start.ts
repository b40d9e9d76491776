import '#web/ui/tokens.css';
import { firstScripts } from '#web/lib/first-words.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { keepPress } from './kept-press.ts';

/** Longer than this no picture keeps the page from starting. */
const PICTURES_WITHIN = 1_000;
/** A tab in the background paints nothing. */
const PAINTED_WITHIN = 300;

const within = (limit: number, done: Promise<unknown>): Promise<unknown> =>
  Promise.race([done, new Promise((resolve) => setTimeout(resolve, limit))]);

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** When the pictures that the document wants first have come, or will not come. */
async function picturesShown(): Promise<void> {
  const first = document.querySelectorAll<HTMLImageElement>('#root img[fetchpriority="high"]');
  await Promise.allSettled(Array.from(first, (picture) => picture.decode()));
  await painted();
}

/** Fetches the scripts that the page is made of, behind whatever else is on its way. */
function fetchScripts(): void {
  for (const href of firstScripts()) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * The first script of the document. Where that already shows the head of the page, what can be seen goes first: the page's own scripts are
 * fetched once it is painted, and run once its first pictures are there. Whoever presses something meanwhile has them at once.
 */
async function start(root: HTMLElement): Promise<void> {
  reloadWhenStale();
  const press = keepPress();
  if (root.hasAttribute('inert')) {
    const shown = async () => {
      await within(PAINTED_WITHIN, painted());
      fetchScripts();
      await within(PICTURES_WITHIN, picturesShown());
    };
    await Promise.race([shown(), press.made]);
  }
  const { openApp } = await import('#web/app/main.tsx');
  await nextTask();
  await openApp(root, press.repeat);
}

const KEY = 'loge-reloaded-at';
const ONCE_PER = 60_000;

/**
 * After a deployment an open tab asks for files that are gone. Reloading gets the new page; once a minute at most, so that a server
 * that is really broken does not make the page turn in circles.
 */
function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_PER) return;
    event.preventDefault();
    window.sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('Le document n’a pas d’élément #root.');
void start(root);
