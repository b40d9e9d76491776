import { expect } from '@playwright/test';
import type { LogeServer } from './server.ts';

export interface Mail {
  subject: string;
  code: string | null;
  links: string[];
}

const mailsTo = async (server: LogeServer, to: string): Promise<Mail[]> =>
  (await (await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as Mail[];

/** Waits for the newest mail to this address. @param count how many there must be by then */
export async function newestMail(server: LogeServer, to: string, count = 1): Promise<Mail> {
  await expect
    .poll(async () => (await mailsTo(server, to)).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count);
  const [newest] = await mailsTo(server, to);
  return newest!;
}

/** The link that does something, as opposed to the one to the home page. */
export function actionLink({ links }: Mail): string {
  const link = links.find((each) => each.includes('/auth/v1/verify'));
  expect(link, 'a link to /auth/v1/verify').toBeDefined();
  return link!;
}
