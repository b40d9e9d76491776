import type { Settings } from '#server/settings.ts';

/**
 * The password of every demo account, printed at each start: no secret, on a marketplace that
 * production refuses.
 */
export const DEMO_PASSWORD = 'rideau-rouge-31';

/** Where a server that printed this answers; null before it is open. */
export const originIn = (printed: string): string | null => /Loge is open: (\S+)/.exec(printed)?.[1] ?? null;

/** The text that a person who starts Loge needs to know. */
export function greeting(origin: string, settings: Settings): string {
  const lines = ['', `Loge is open: ${origin}`];
  if (settings.demoData) {
    lines.push(
      '',
      `  Sample accounts, password ${DEMO_PASSWORD}`,
      '    viewer@loge.test      books',
      '    streamer@loge.test    is booked',
      '    admin@loge.test       runs it',
    );
  }
  if (settings.mail.url === null) lines.push('', `  Mail is read at ${origin}/dev/mail`);
  if (settings.stripe === null) lines.push('  Payments are in the sandbox: no money moves');
  return `${lines.join('\n')}\n`;
}
