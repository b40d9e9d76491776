import { useState } from 'react';
import { z } from 'zod/mini';
import type { SentMail } from '#web/features/auth/sign-in-form.tsx';

/**
 * Of this tab alone: a person who reloads while a mail is on its way is asked for its code again,
 * not for a new account.
 */
const KEPT = 'loge.sent-mail';
/** Milliseconds for which a code is worth waiting for: as long as it is valid. */
const PATIENCE = 3_600_000;
const schema = z.object({ kind: z.enum(['signup', 'magiclink']), email: z.string(), at: z.number() });

function keptMail(): SentMail | null {
  const kept = schema.safeParse(JSON.parse(window.sessionStorage.getItem(KEPT) ?? 'null'));
  if (!kept.success || Date.now() - kept.data.at > PATIENCE) return null;
  return { kind: kept.data.kind, email: kept.data.email };
}

/** The mail that was sent from the forms of this tab and is waited for, through a reload too. */
export function useSentMail(): [SentMail | null, (sent: SentMail | null) => void] {
  const [sent, setSent] = useState(keptMail);
  return [
    sent,
    (next) => {
      if (next === null) forgetSentMail();
      else window.sessionStorage.setItem(KEPT, JSON.stringify({ ...next, at: Date.now() }));
      setSent(next);
    },
  ];
}

/** Somebody is signed in: nothing is waited for any more. */
export const forgetSentMail = (): void => window.sessionStorage.removeItem(KEPT);
