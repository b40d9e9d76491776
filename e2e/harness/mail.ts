import { expect, type Page } from '@playwright/test';
import type { LogeServer } from './server.ts';

export interface Mail {
  subject: string;
  code: string | null;
  links: string[];
}

/** Told of every further browser of a person: a mail of its own, which is not the one that other journeys wait for. */
const isUnknownSignIn = ({ subject }: Mail) => subject === 'Nouvelle connexion à votre compte';

/** Newest first. */
const mailsTo = async (server: LogeServer, to: string): Promise<Mail[]> =>
  (await (await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as Mail[];

/** Waits for the newest mail to this address. @param count how many there must be by then */
export async function newestMail(server: LogeServer, to: string, count = 1): Promise<Mail> {
  const awaited = async () => (await mailsTo(server, to)).filter((mail) => !isUnknownSignIn(mail));
  await expect.poll(async () => (await awaited()).length).toBeGreaterThanOrEqual(count);
  const [newest] = await awaited();
  return newest!;
}

/** Waits for the mail that tells of a sign-in from an unknown browser. */
export async function unknownSignInMail(server: LogeServer, to: string): Promise<Mail> {
  const told = async () => (await mailsTo(server, to)).find(isUnknownSignIn);
  await expect.poll(told).toBeDefined();
  return (await told())!;
}

/** The link that does something, as opposed to the one to the home page. */
export function actionLink({ links }: Mail): string {
  const link = links.find((each) => each.includes('token_hash='));
  expect(link, 'a link with a token').toBeDefined();
  return link!;
}

/** Opens a link of a mail, and presses the one button that spends it. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button').click();
}

/** Spends a link without a page, as a click in another browser would. */
export async function spendLink(server: LogeServer, link: string): Promise<void> {
  const { searchParams } = new URL(link);
  const answer = await fetch(`${server.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash: searchParams.get('token_hash'), type: searchParams.get('type') }),
  });
  expect(answer.status).toBe(200);
}
