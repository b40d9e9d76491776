import { useEffect } from 'react';
import type { VisitFact } from '#product/insight/visits-contract.ts';
import { type Source, sourceOf, VISITS_PATH } from '#product/shared/visit.ts';
import { readViewing } from '#web/lib/viewing.ts';

/**
 * Telling the server of visits, for sums that follow nobody (docs/decisions/0132): no cookie,
 * nothing kept on the device, and nothing told for people who ask not to be tracked.
 */
const isRefused = (): boolean =>
  // One of the team who looks at somebody's pages is no visit of theirs.
  readViewing() !== null ||
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/**
 * The facts that this document has already sent. The server counts each fact once a day; this saves
 * requests that would count nothing.
 */
const told = new Set<string>();

/**
 * Sends a fact when the browser is idle. It is not sent again when it fails: a statistic is not
 * worth a second request.
 */
function tell(text: string): void {
  if (isRefused() || told.has(text)) return;
  told.add(text);
  const send = () => void navigator.sendBeacon(VISITS_PATH, text);
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(send, { timeout: 2_000 });
  else setTimeout(send, 500);
}

/**
 * Sends a fact once it is known; null: not yet, or never.
 * @param settled milliseconds for which it has to stay the same, so that half-typed searches are
 *   not counted
 */
export function useVisit(fact: VisitFact | null, settled = 0): void {
  const text = fact && JSON.stringify(fact);
  useEffect(() => {
    if (text === null) return;
    const telling = setTimeout(() => tell(text), settled);
    return () => clearTimeout(telling);
  }, [text, settled]);
}

/**
 * From where this visitor came to a streamer's page, by id: it is decided when the page is first
 * seen.
 */
const sources = new Map<string, Source>();

/**
 * From where somebody came to this streamer: where the document was opened from when it was opened
 * on their page, else from within Loge. Null for people who ask not to be tracked.
 */
export function sourceFor({ id, handle }: { id: string; handle: string }): Source | null {
  if (isRefused()) return null;
  const known = sources.get(id);
  if (known !== undefined) return known;
  const [entry] = performance.getEntriesByType('navigation');
  const opened = new URL(entry?.name ?? window.location.href);
  const [, page = '', of = ''] = opened.pathname.split('/');
  const isEntry = ['streamer', 'book-session'].includes(page) && [id, handle].includes(of.toLowerCase());
  const source = isEntry ? sourceOf(opened, document.referrer) : 'search';
  sources.set(id, source);
  return source;
}

/**
 * The fact of a page that was seen, or null while it is not known whose page it is to the visitor.
 */
export function visitOf<
  Fact extends { kind: 'profile'; streamerId: string } | { kind: 'calendar'; offerId: string },
>(streamer: { id: string; handle: string }, fact: Fact) {
  const source = sourceFor(streamer);
  return source && { ...fact, source };
}
