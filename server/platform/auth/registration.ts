import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { type AuditAction, audit } from './audit.ts';
import { isEmailTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { mailLink, pretendToMail } from './mails.ts';
import { checkPassword } from './passwords.ts';
import { type Challenge, startFlow } from './pkce.ts';
import type { Origin } from './requester.ts';
import { openSession, type SessionJson } from './sessions.ts';
import {
  confirmEmail,
  findUserByEmail,
  findUserById,
  insertUser,
  isConfirmed,
  type UserRecord,
} from './users.ts';

/** Somebody who asks for an account by e-mail and password. */
export interface Applicant {
  email: string;
  password: string;
  passwordHash: string;
  data: Record<string, unknown>;
  challenge: Challenge | null;
  redirectTo: string;
  origin: Origin;
}

export type SignupResult =
  | { outcome: 'signed_in'; session: SessionJson }
  | { outcome: 'to_confirm'; user: UserRecord }
  | { outcome: 'exists' };

async function register(auth: AuthContext, applicant: Applicant): Promise<SignupResult> {
  const { email, password, passwordHash, data, challenge, redirectTo, origin } = applicant;
  const at = auth.now();
  const { autoconfirm } = auth.settings;
  return inTransaction(auth.pool, async (client) => {
    const note = (action: AuditAction, actor: UserRecord) =>
      audit(client, { action, actor, address: origin.address, at, traits: { provider: 'email' } });
    const known = await findUserByEmail(client, email);
    if (known && isConfirmed(known)) {
      await note('user_repeated_signup', known);
      if (!autoconfirm) await pretendToMail(auth, client, 'signup', email, redirectTo);
      return { outcome: 'exists' };
    }
    const user =
      known ??
      (await insertUser(
        client,
        {
          id: randomUUID(),
          email,
          encryptedPassword: passwordHash,
          userMetadata: data,
          confirmedAt: autoconfirm ? at : null,
        },
        at,
      ));
    if (autoconfirm) {
      await note('user_signedup', user);
      if (known) {
        // Nobody ever proved this address; whoever comes now gets it with their own password, not the first one's.
        await confirmEmail(client, known.id, at);
        await client.query('update auth.users set encrypted_password = $2 where id = $1', [
          known.id,
          passwordHash,
        ]);
      }
      const current = (await findUserById(client, user.id)) ?? user;
      return { outcome: 'signed_in', session: await openSession(auth, client, current, 'password', origin) };
    }
    if (known && !(await checkPassword(known.encrypted_password, password))) {
      // Two applicants, or one who forgot: nobody can tell whose address it is, so none of their passwords may open what
      // its owner confirms. The owner is let in by the mail, and chooses one then.
      await client.query('update auth.users set encrypted_password = null where id = $1', [known.id]);
    }
    await note('user_confirmation_requested', user);
    const flowId = await startFlow(client, user.id, challenge, 'email/signup', at);
    await mailLink(auth, client, { user, kind: 'signup', email, redirectTo, flowId });
    return { outcome: 'to_confirm', user: (await findUserById(client, user.id)) ?? user };
  });
}

/** Makes an account for an address, or sends the confirmation of a pending one again. */
export function registerByEmail(auth: AuthContext, applicant: Applicant): Promise<SignupResult> {
  return register(auth, applicant).catch((error: unknown) => {
    // Somebody was quicker with the same address: now it is there, and the rules for that apply.
    if (isEmailTaken(error)) return register(auth, applicant);
    throw error;
  });
}
