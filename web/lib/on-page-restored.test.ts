import { expect, test } from 'vitest';
import { onPageRestored } from '#web/lib/on-page-restored.ts';

const shown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

test('reports a page that comes back as it was left, and no fresh one, until it is stopped', () => {
  const page = new EventTarget();
  let times = 0;
  const stop = onPageRestored(() => times++, page);
  page.dispatchEvent(shown(false));
  expect(times).toBe(0);
  page.dispatchEvent(shown(true));
  expect(times).toBe(1);
  stop();
  page.dispatchEvent(shown(true));
  expect(times).toBe(1);
});
