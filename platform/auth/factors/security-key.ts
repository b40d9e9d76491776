import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type pg from 'pg';
import type { z } from 'zod';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import type { UserRecord } from '../users.ts';
import type { Factor } from './factor-rows.ts';
import {
  CEREMONY_SECONDS,
  checkCreated,
  checkSigned,
  createdKey,
  relyingParty,
  signedKey,
} from './webauthn.ts';

/**
 * The options that the browser passes to the security key: for a new key pair while the factor is
 * unverified, later for a signature.
 */
export async function keyOptions(auth: AuthContext, user: UserRecord, factor: Factor) {
  const { rpID, rpName } = relyingParty(auth);
  const timeout = CEREMONY_SECONDS * 1000;
  const key = factor.web_authn_credential;
  if (factor.status === 'unverified' || key === null) {
    const options = await generateRegistrationOptions({
      rpID,
      rpName,
      userName: user.email ?? user.id,
      userID: new TextEncoder().encode(user.id),
      attestationType: 'none',
      timeout,
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    return { type: 'create' as const, options, challenge: options.challenge };
  }
  const allowCredentials = [{ id: key.id, transports: key.transports }];
  const options = await generateAuthenticationOptions({
    rpID,
    timeout,
    userVerification: 'preferred',
    allowCredentials,
  });
  return { type: 'request' as const, options, challenge: options.challenge };
}

type KeyAnswer =
  | { type: 'create'; response: z.infer<typeof createdKey> }
  | { type: 'request'; response: z.infer<typeof signedKey> };

/** @throws AuthError 400 validation_failed for an answer that no browser would send */
export function parseKeyAnswer(given: Record<string, unknown> | null | undefined): KeyAnswer {
  if (given === null || given === undefined) throw invalid('WebAuthn config required');
  const { type, credential_response: response } = given;
  if (response === null || response === undefined) throw invalid('credential_response required');
  const created = type === 'create' ? createdKey.safeParse(response) : null;
  if (created?.success) return { type: 'create', response: created.data };
  const signed = type === 'request' ? signedKey.safeParse(response) : null;
  if (signed?.success) return { type: 'request', response: signed.data };
  throw invalid('Invalid credential_response');
}

const failed = () => new AuthError(422, 'mfa_verification_failed', 'Invalid WebAuthn credential');

/**
 * Checks the answer of a security key, and stores its public key or its new counter.
 * @throws AuthError 422 mfa_verification_failed
 */
export async function useKey(
  auth: AuthContext,
  client: pg.ClientBase,
  factor: Factor,
  challenge: string,
  answer: KeyAnswer,
): Promise<void> {
  const known = factor.web_authn_credential;
  if (known === null) {
    const made = answer.type === 'create' ? await checkCreated(auth, challenge, answer.response) : null;
    if (!made) throw failed();
    const { id, publicKey, counter, transports = [] } = made.credential;
    await client.query(
      'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
      [
        factor.id,
        { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports },
        made.aaguid,
      ],
    );
    return;
  }
  const key = { ...known, publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')) };
  const isTheirs = answer.type === 'request' && answer.response.id === known.id;
  const signed = isTheirs ? await checkSigned(auth, challenge, answer.response, key) : null;
  if (!signed) throw failed();
  await client.query('update auth.mfa_factors set web_authn_credential = $2 where id = $1', [
    factor.id,
    { ...known, counter: signed.newCounter },
  ]);
}
