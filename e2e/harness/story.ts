import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../docs/story');
/** Each picture is part of docs/story.md, which people read on telephones too. */
const LARGEST = 150_000;

/** A picture of the page for docs/story.md; only when the story is asked for (`npm run story`). */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.STORY === undefined) return;
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length, `${name} is small enough`).toBeLessThan(LARGEST);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
}
