import { generateKeyPairSync, sign } from 'node:crypto';

/** A DER element: its tag, its length, its content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 128
      ? Buffer.of(body.length)
      : body.length < 256
        ? Buffer.of(0x81, body.length)
        : Buffer.of(0x82, body.length >> 8, body.length & 255);
  return Buffer.concat([Buffer.of(tag), length, body]);
}
const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const utcTime = (text: string) => der(0x17, Buffer.from(text));

// 1.2.840.10045.4.3.2 (ECDSA with SHA-256), 2.5.4.3 (common name), 2.5.29.17 (subject alternative name).
const ECDSA_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const ALTERNATIVE_NAME = der(0x06, Buffer.from('551d11', 'hex'));

/** A fresh certificate, signed by itself, for one host: so that tests speak real TLS and no key lies in the repository. */
export function selfSigned(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const hosts = sequence(der(0x82, Buffer.from(host)));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // X.509 v3
    der(0x02, Buffer.of(1)), // serial number
    ECDSA_SHA256,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAME, der(0x04, hosts)))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const certificate = sequence(body, ECDSA_SHA256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
