import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthContext } from '../context.ts';

/**
 * Our page's origin, and its host as the id that keys are bound to. They come from the server's own
 * site address, never from the request.
 */
export function relyingParty(auth: AuthContext) {
  const { origin, hostname } = new URL(auth.siteUrl());
  return { origin, rpID: hostname, rpName: hostname };
}

/**
 * How long the person may take to use the key, in seconds (GoTrue's value). WebAuthn calls this a
 * ceremony.
 */
export const CEREMONY_SECONDS = 300;

const encoded = z
  .string()
  .regex(/^[A-Za-z0-9_=-]+$/)
  .max(65_536);
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
};
const extensions = z.object({}).default({});

/** The W3C's JSON of a new key; a browser without `toJSON` names no transports. */
export const createdKey = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});
/** The W3C's JSON of a signature. */
export const signedKey = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z
    .object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.or(z.literal('')).nullish(),
    })
    .transform(({ userHandle, ...rest }) => (userHandle ? { ...rest, userHandle } : rest)),
});

/**
 * The library throws for every answer that does not fit. The client learns only that the answer was
 * refused, not why.
 */
async function proven<T extends { verified: boolean }>(check: Promise<T>): Promise<T | null> {
  try {
    const result = await check;
    return result.verified ? result : null;
  } catch {
    return null;
  }
}

/** @returns null when the answer is not valid for `challenge` and our page */
export async function checkCreated(
  auth: AuthContext,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<VerifiedRegistrationResponse['registrationInfo'] | null> {
  const { origin, rpID } = relyingParty(auth);
  const result = await proven(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    }),
  );
  return result?.registrationInfo ?? null;
}

/**
 * @returns null when the signature is not by this key over `challenge` on our page, or when the
 *   key's counter went back
 */
export async function checkSigned(
  auth: AuthContext,
  challenge: string,
  response: AuthenticationResponseJSON,
  key: WebAuthnCredential,
): Promise<VerifiedAuthenticationResponse['authenticationInfo'] | null> {
  const { origin, rpID } = relyingParty(auth);
  const result = await proven(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: key,
      requireUserVerification: false,
    }),
  );
  return result?.authenticationInfo ?? null;
}
