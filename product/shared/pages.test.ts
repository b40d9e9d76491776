import { expect, test } from 'vitest';
import { closedToCrawlers, documentTitle, isDevelopmentPath, PAGES, pageAt, withoutSecret } from './pages.ts';

test('each page is found at its path, whatever the value of a parameter', () => {
  for (const page of PAGES) {
    const path = page.path.replace(/:\w+/g, 'quelqu-un');
    expect(pageAt(path), path).toBe(page);
    expect(pageAt(`${path}/`), path).toBe(page);
  }
});

test('no two pages share a path', () => {
  expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
});

test.each(['/nulle-part', '/streamer', '/streamer/a/b', '/admin-dashboard/nulle-part', '/authx'])(
  '%s is no page',
  (path) => {
    expect(pageAt(path)).toBeNull();
  },
);

test('the pages for browser tests are known apart from those of the product', () => {
  expect([isDevelopmentPath('/dev/ui'), pageAt('/dev/ui')]).toEqual([true, null]);
  for (const { path } of PAGES) expect(isDevelopmentPath(path), path).toBe(false);
});

test('crawlers are kept from what is behind the guard and from account pages, and from nothing else', () => {
  const closed = (path: string) => closedToCrawlers().some((start) => path.startsWith(start));
  expect(closedToCrawlers()).not.toContain('/');
  for (const { path, area, indexed } of PAGES) {
    expect(closed(path), path).toBe(!indexed);
    if (area !== 'public') expect(closed(path), path).toBe(true);
  }
});

test('a title ends with the name of the house, once', () => {
  expect(documentTitle('Parcourir')).toBe('Parcourir · Loge');
  expect(documentTitle('Loge, la place la plus proche de la scène')).toBe(
    'Loge, la place la plus proche de la scène',
  );
  expect(documentTitle(null)).toBe('Loge');
});

test('no secret of a mail, nor of a calendar, is in a path that a log keeps', () => {
  const secret = 'a1'.repeat(32);
  const pages = PAGES.filter(({ path }) => path.endsWith('/:token')).map(({ path }) => path);
  expect(pages.length).toBeGreaterThan(3);
  const served = ['/emails/annonces/:token', '/emails/refus/:token', '/calendars/:token', '/overlay/:token'];
  for (const path of [...pages, ...served]) {
    const folder = path.slice(0, -':token'.length);
    for (const end of ['', '/', '.ics', '/more'])
      expect(withoutSecret(`${folder}${secret}${end}`)).toBe(`${folder}…`);
  }
  expect(withoutSecret('/streamer/anouk')).toBe('/streamer/anouk');
});

test('"calendar (same page as bookings)": one page stands at both addresses', () => {
  const [calendar, bookings] = ['calendar', 'bookings'].map((name) => pageAt(`/streamer-dashboard/${name}`));
  expect(calendar?.page).toBe(bookings?.page);
});
