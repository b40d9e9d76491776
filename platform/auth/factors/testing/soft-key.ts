import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encode = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** What an authenticator is asked, of creation or signature. */
interface Asked {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** An authenticator in software (WebAuthn level 2, 6): one ES256 key with a counter, on one page. */
export function softKey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';
  const rpHash = sha256(new URL(origin).hostname);
  const [PRESENT_AND_VERIFIED, ATTESTED] = [0x05, 0x40];
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([rpHash, Buffer.from([flags]), count]);
  };
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const result = { id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} };
  return {
    /** Makes the key and says so, without attestation. */
    create({ challenge, user }: Asked) {
      userHandle = user?.id ?? '';
      // COSE (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([head(PRESENT_AND_VERIFIED | ATTESTED), Buffer.alloc(16), length, id, key]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        data,
      ]);
      return {
        ...result,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge)),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Signs. */
    sign({ challenge }: Asked) {
      const data = head(PRESENT_AND_VERIFIED);
      const client = clientData('webauthn.get', challenge);
      return {
        ...result,
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(data),
          signature: encode(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      };
    },
  };
}
