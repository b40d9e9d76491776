import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Takes every mail that a server sends, as the last hop before somebody's mailbox. */
export interface PostOffice {
  /** For MAIL_URL. */
  url: string;
  /** Waits for a mail to this address whose subject fits. */
  mailTo(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** A real SMTP server on a port of its own. What it keeps is what was sent, taken apart again. */
export async function openPostOffice(): Promise<PostOffice> {
  const mails: { to: readonly string[]; mail: Email }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail });
          done();
        }, done);
    },
  });
  server.on('error', (error) => console.warn('The post office', error));
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const found = (address: string, subject: RegExp) =>
    mails.find(({ to, mail }) => to.includes(address) && subject.test(mail.subject ?? ''))?.mail;
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async mailTo(address, subject) {
      await expect
        .poll(() => found(address, subject) !== undefined, {
          message: `a mail to ${address} about ${subject}; there are: ${mails.map(({ mail }) => mail.subject).join(', ')}`,
        })
        .toBe(true);
      return found(address, subject)!;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The link of a mail that does something, as opposed to the one to the home page. */
export function linkIn(mail: Email, path: string): string {
  const links = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const link = links.find((each) => each.includes(path));
  expect(link, `a link to ${path} in ${links.join(' ')}`).toBeDefined();
  return link!;
}

/** The calendar entry that a mail carries, line by line, unfolded (RFC 5545, 3.1). */
export function calendarIn(mail: Email): ReadonlyMap<string, string> {
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  expect(file, 'a calendar file').toBeDefined();
  const { content } = file!;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).split(';')[0] ?? '', line.slice(colon + 1)];
    }),
  );
}
