import '#web/ui/tokens.css';
import { firstScripts, firstStyles } from '#web/lib/first-words.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { keepPress } from './kept-press.ts';

/** Longer than this no picture keeps the page from starting. */
const PICTURES_WITHIN = 1_000;
/** Asking for a script takes a slow telephone a millisecond. */
const AT_ONCE = 4;
/** Nor does the first paint: a tab that goes to the background paints nothing. */
const PAINTED_WITHIN = 1_000;

const within = (limit: number, done: Promise<unknown>): Promise<unknown> =>
  Promise.race([done, new Promise((resolve) => setTimeout(resolve, limit))]);

const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * When something of the page stands on the screen: later than it was drawn, and what is asked for
 * in between takes the line from it.
 */
const firstPainted = (): Promise<void> =>
  PerformanceObserver.supportedEntryTypes.includes('paint')
    ? new Promise((resolve) => {
        const watch = new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length === 0) return;
          watch.disconnect();
          resolve();
        });
        watch.observe({ type: 'paint', buffered: true });
      })
    : painted();

/** When the pictures that the document wants first have come, or will not come. */
async function picturesShown(): Promise<void> {
  const first = document.querySelectorAll<HTMLImageElement>('#root img[fetchpriority="high"]');
  await Promise.allSettled(Array.from(first, (picture) => picture.decode()));
  await painted();
}

/**
 * Fetches the page's style sheets, of which the document holds what its first lines need. The
 * modules that need them find them asked for.
 * @returns tells once all of them hold
 * @throws Error naming one that did not come
 */
function fetchStyles(): () => Promise<void> {
  const coming = firstStyles().map((href) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.fetchPriority = 'low'; // behind the pictures
    link.href = href;
    const done = new Promise<string | null>((resolve) => {
      link.addEventListener('load', () => resolve(null));
      link.addEventListener('error', () => resolve(href));
    });
    document.head.append(link);
    return done;
  });
  return async () => {
    const missing = (await Promise.all(coming)).find((href) => href !== null);
    if (missing !== undefined) throw new Error(`A style sheet did not come: ${missing}`);
  };
}

/** Fetches the scripts that the page is made of, behind whatever else is on its way. */
async function fetchScripts(): Promise<void> {
  for (const [at, href] of firstScripts().entries()) {
    if (at > 0 && at % AT_ONCE === 0) await nextTask();
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Runs the scripts that the page is made of one by one, each in a task of its own: the page asks
 * for all of them at once, and a slow telephone would answer nobody meanwhile. One that does not
 * come is left to what needs it: the start fails without a file of its own, and the router tells of
 * a page that could not be fetched.
 */
async function runScripts(): Promise<void> {
  try {
    for (const href of firstScripts()) {
      await import(/* @vite-ignore */ href);
      await nextTask();
    }
  } catch (error) {
    console.warn('Not run ahead', error);
  }
}

/**
 * The first script of the document. Where that already shows the head of the page, what can be seen
 * goes first: the page's own scripts are fetched once it is painted, and run once its first
 * pictures are there. Anybody who presses something meanwhile has them at once.
 */
async function start(root: HTMLElement): Promise<void> {
  reloadWhenStale();
  const press = keepPress(root);
  const orPressed = (done: Promise<unknown>) => Promise.race([done, press.made]);
  const showsFirst = root.hasAttribute('inert');
  if (showsFirst) await orPressed(within(document.hidden ? 0 : PAINTED_WITHIN, firstPainted()));
  const styled = fetchStyles();
  if (showsFirst) {
    await fetchScripts(); // also after a press: they would be run, and so fetched, one by one
    await orPressed(within(PICTURES_WITHIN, picturesShown()));
  }
  await runScripts();
  await styled();
  const { openApp } = await import('#web/app/main.tsx');
  await nextTask();
  await openApp(root, press.repeat);
}

const KEY = 'loge-reloaded-at';
const ONCE_PER = 60_000;
let reloading = false;

/** @returns whether the page is being loaded again */
function reloadOnce(): boolean {
  const last = Number(window.sessionStorage.getItem(KEY) ?? 0);
  if (reloading || !navigator.onLine || Date.now() - last < ONCE_PER) return reloading;
  reloading = true;
  window.sessionStorage.setItem(KEY, String(Date.now()));
  window.location.reload();
  return true;
}

/**
 * After a deployment an open tab asks for files that are gone. Reloading gets the new page; once a
 * minute at most, so that a server that is really broken does not make the page turn in circles.
 * Without a network the page stays: it can still be read.
 */
function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}

/**
 * Says that the page will not start, beside the first lines where they stand: these stay readable,
 * and take no press.
 */
function sayNotStarted(root: HTMLElement): void {
  const readable = root.inert;
  document.getElementById('loge-loading')?.remove();
  if (!readable) root.replaceChildren();
  const notice = document.createElement('div');
  notice.setAttribute('role', 'alert');
  notice.className = `grid place-items-center ${readable ? 'fixed inset-x-4 bottom-5 z-40' : 'min-h-dvh px-4'}`;
  const box = document.createElement('div');
  box.className =
    'flex max-w-xl flex-wrap items-center justify-center gap-x-5 gap-y-3 rounded-xl border border-live-edge bg-raised px-5 py-4 text-center text-small';
  const line = document.createElement('p');
  line.textContent =
    'Cette page n’a pas pu se charger entièrement. Vérifiez votre connexion à internet, puis rechargez-la.';
  const again = document.createElement('button');
  again.type = 'button';
  again.className =
    'min-h-11 rounded-full border border-line-strong px-4 font-semibold text-ink transition-colors hover:border-edge hover:bg-wash';
  again.textContent = 'Recharger la page';
  again.addEventListener('click', () => window.location.reload());
  box.append(line, again);
  notice.append(box);
  document.body.append(notice);
}

const root = document.getElementById('root');
if (!root) throw new Error('Le document n’a pas d’élément #root.');
start(root).catch((error: unknown) => {
  if (reloadOnce()) return;
  console.error('La page n’a pas démarré', error);
  sayNotStarted(root);
});
