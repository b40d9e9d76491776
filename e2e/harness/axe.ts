import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { run as Run } from 'axe-core';

/** Minified: a page takes longer to read axe than to be judged by it, and this is less than half as much to read. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What of the page breaks WCAG 2.2 AA or one of axe's best practices at this moment. */
async function violationsOf(page: Page) {
  // Injected once until the page is reloaded, and only the violations are brought back: that takes a third of the time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: { run: typeof Run } }).axe;
    const result = await run(document, { resultTypes: ['violations'], iframes: false });
    return result.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    }));
  });
}

/** A page is dimmed while an answer is on its way: what is still wrong after this many milliseconds is wrong. */
const AT_REST_AFTER = [1_000, 4_000];

/** Fails where what the page shows goes on breaking WCAG 2.2 AA or one of axe's best practices. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  let violations = await violationsOf(page);
  for (const wait of AT_REST_AFTER) {
    if (violations.length === 0) return;
    await page.waitForTimeout(wait);
    violations = await violationsOf(page);
  }
  expect(violations, `axe on ${page.url()}`).toEqual([]);
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll, `width of ${page.url()}`).toBeLessThanOrEqual(width);
}

/**
 * What is cut off sideways: each visible box that hangs out of the parent which clips it, or out of the window. The width of what scrolls says
 * nothing of these, for a parent that clips does not scroll. Texts that end in an ellipsis mean to, and what scrolls by itself can be reached.
 */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 40)}`;
    const isMovedSideways = (element: Element): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (/^(?:auto|scroll)$/.test(getComputedStyle(parent).overflowX)) return true;
      return false;
    };
    /** Where a box is clipped: left and right; null where it can be scrolled to, or is shortened on purpose. */
    const clipOf = (element: Element): { left: number; right: number } | null => {
      const screen = { left: 0, right: document.documentElement.clientWidth };
      let { position } = getComputedStyle(element);
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (position === 'fixed') return screen;
        const style = getComputedStyle(parent);
        const holds = position !== 'absolute' || style.position !== 'static' || style.transform !== 'none';
        if (!holds) continue;
        position = style.position;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
        if (style.overflowX === 'visible' || parent === document.body) continue;
        const { left, right } = parent.getBoundingClientRect();
        if (right - left <= 1) return null; // all of it is for screen readers alone
        // What stands in a row that is moved sideways may be beyond the window, whole.
        if (isMovedSideways(parent)) return { left, right };
        return { left: Math.max(left, 0), right: Math.min(right, screen.right) };
      }
      return screen;
    };
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      // Decoration may hang out; what is for screen readers alone has no place; drawings clip themselves.
      if (element.closest('[aria-hidden="true"], svg, script, style')) return [];
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) return [];
      // What is far from the screen keeps the layout of the width at which it was last near it.
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return [];
      const clip = clipOf(element);
      return clip && (box.left < clip.left - 1 || box.right > clip.right + 1)
        ? [
            `${named(element)}: ${Math.round(box.left)} to ${Math.round(box.right)}, clipped at ${Math.round(clip.left)} and ${Math.round(clip.right)}`,
          ]
        : [];
    });
  });

/** Nothing is cut off on a tablet, where tables are narrowest, nor on telephones; the window is left at the width of most of them. */
export async function expectNothingCut(page: Page): Promise<void> {
  for (const width of [768, 320, 360, TELEPHONE.width]) {
    await page.setViewportSize({ width, height: TELEPHONE.height });
    await expect.poll(() => cutOff(page), { message: `cut at ${width} px on ${page.url()}` }).toEqual([]);
  }
}

/**
 * What a finger would miss: each control whose box, or that of its label, is less than 44 px high, and which a touch 21 px above or below
 * its middle does not reach either. As in WCAG 2.2 (2.5.8), a link within a sentence has the height of its line.
 */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const HIGH = 43.5;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]';
    const inSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const around = element.closest('p, li, dd, span, label, div:not(:has(> div))');
      return (around?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length;
    };
    const reached = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null &&
        (element.contains(hit) ||
          (hit.closest('label')?.contains(element) ?? false) ||
          (hit.contains(element) && hit.matches('label')))
      );
    };
    const top = window.scrollY;
    const found = [...document.body.querySelectorAll(controls)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]')) return [];
      const label =
        'labels' in element ? ((element.labels as NodeListOf<Element> | null)?.[0] ?? null) : null;
      const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
      if (boxes.some(({ width, height }) => height >= HIGH && width >= 24)) return [];
      const own = element.getBoundingClientRect();
      // Skip links and what is chosen by its label alone have no box of their own.
      if ((own.width <= 1 && !label) || inSentence(element)) return [];
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = (own.width <= 1 && label ? label : element).getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      if (reached(element, x, y - 21) && reached(element, x, y + 21)) return [];
      const name =
        element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || '');
      return [
        `<${element.tagName.toLowerCase()} class="${element.className}"> ${name.trim().slice(0, 40)}: ${Math.round(box.width)} x ${Math.round(box.height)}`,
      ];
    });
    window.scrollTo(0, top);
    return found;
  });

/** The amber buttons that stand on one screen: more than one, and none of them is the one thing to do next. */
const lights = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { innerHeight } = window;
    const lit = [...document.querySelectorAll('.bg-spot:is(a, button)')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const named = lit.map((element) => ({
      text: (element.textContent ?? '').trim().slice(0, 40),
      top: element.getBoundingClientRect().top + window.scrollY,
    }));
    return named.some(({ top }, index) =>
      named.some((other, at) => at !== index && Math.abs(other.top - top) < innerHeight),
    )
      ? named.map(({ text, top }) => `${text} at ${Math.round(top)}`)
      : [];
  });

/** How far what had been drawn was moved by what came later (Cumulative Layout Shift), since the page was loaded. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
              moved += Number(entry.value);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // What is buffered is handed over in a task of its own, before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved))));
      }),
  );

export const TELEPHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** The page on a telephone, there and then on a desk. */
export async function expectFitAtBothWidths(page: Page): Promise<void> {
  for (const size of [TELEPHONE, DESK]) {
    await page.setViewportSize(size);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  }
}

/** The page at an address, once nothing of it is still to come. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('#root[inert], #loge-loading'), path).toHaveCount(0); // its first lines can be read before
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page.locator('.animate-breathe, [aria-busy="true"]'), path).toHaveCount(0);
}

/**
 * The page at an address, loaded on a telephone: nothing jumped as it came, a finger meets each control, one screen has one amber button,
 * nothing is cut off or scrolls sideways, and axe has nothing to say.
 */
export async function expectFitsTelephone(page: Page, path: string): Promise<void> {
  await page.setViewportSize(TELEPHONE);
  await load(page, path);
  expect.soft(await shiftOf(page), `layout shift of ${path}`).toBeLessThan(0.05);
  expect.soft(await tooSmall(page), `too small for a finger on ${path}`).toEqual([]);
  expect.soft(await lights(page), `amber buttons of ${path}`).toEqual([]);
  await expect.poll(() => cutOff(page), { message: `cut off on ${path}` }).toEqual([]);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
}

/** The same at every width: nothing is cut off on a tablet and on narrower telephones either, and at a desk axe has nothing to say and nothing jumps. */
export async function expectFitsEveryWidth(page: Page, path: string): Promise<void> {
  await expectFitsTelephone(page, path);
  await expectNothingCut(page);
  await page.setViewportSize(DESK);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  // Loaded once more where it is wide, which it is now.
  await load(page, path);
  expect.soft(await shiftOf(page), `layout shift of ${path} at a desk`).toBeLessThan(0.05);
}
