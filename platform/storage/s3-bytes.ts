import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type ByteRange, type Bytes, BytesGone, openStaging, READ_AHEAD, VERSION } from './bytes.ts';

/**
 * What `s3://key:secret@host:port/bucket/prefix?region=eu-west-3&tls=false` names. Without a key
 * the library looks for one where Amazon's machines provide it.
 */
function placeOf(address: string) {
  const url = new URL(address);
  const [bucket = '', ...path] = url.pathname.slice(1).split('/').filter(Boolean);
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent);
  return {
    bucket,
    prefix: path.map((part) => `${part}/`).join(''),
    endpoint: `${url.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/**
 * How long S3 may stay silent until a call counts as failed, in milliseconds. Failed calls are
 * tried again, except one that sends a file.
 */
const SILENCE = 30_000;
const CONNECTING = 5_000;
/** The most connections to S3: each download keeps one while it lasts. */
const MOST_CONNECTIONS = 500;

const isAbsent = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

/** The bucket cannot be used, for a reason that its message says to the operator. */
export class BucketRefused extends Error {
  override name = 'BucketRefused';
}

/** @throws BucketRefused when S3 answers that there is no such bucket, or not for this key */
async function requireBucket(client: S3Client, { bucket, endpoint }: ReturnType<typeof placeOf>) {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500;
    // While it is away a start goes on, as a process does: all but files works.
    if (status >= 500) return;
    const reason = status === 404 ? 'there is none, make it first' : `it is refused to this key (${status})`;
    throw new BucketRefused(`The bucket « ${bucket} » of STORAGE_URL, at ${endpoint}: ${reason}.`);
  }
}

/**
 * Bytes in S3. They are sent before the transaction that writes their row, and nobody can read them
 * until it is committed. Bytes without a row are removed by the sweep, as in a folder.
 * @param address of the bucket, see `placeOf`
 * @param folder for temporary files on this machine
 * @param silence how long S3 may stay silent, in milliseconds
 * @throws BucketRefused
 */
export async function openS3Bytes(address: string, folder: string, silence = SILENCE): Promise<Bytes> {
  const place = placeOf(address);
  const { endpoint, region, bucket, prefix, credentials } = place;
  const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const settings = {
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 3,
    // The checksum of each upload is sent as Content-MD5, which every S3 server supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials !== null && { credentials }),
  } as const;
  const handler = { connectionTimeout: CONNECTING, httpAgent: agent, httpsAgent: agent };
  const client = new S3Client({ ...settings, requestHandler: { ...handler, socketTimeout: silence } });
  // While a visitor reads a download slowly, its connection is silent as well: only the beginning
  // of the answer is waited for.
  const downloads = new S3Client({
    ...settings,
    requestHandler: { ...handler, requestTimeout: silence, throwOnRequestTimeout: true, socketTimeout: 0 },
  });
  await requireBucket(client, place);
  const staging = await openStaging(folder);
  const objects = `${prefix}objects/`;
  const keyOf = (version: string) => {
    // The version comes from a row, which somebody may have written by hand: it must not name
    // anything else in the bucket.
    if (!VERSION.test(version)) throw new Error(`Not a version of ours: ${version}`);
    return `${objects}${version}`;
  };
  const readThrough = async (through: S3Client, version: string, range: ByteRange) => {
    const Range = range === null ? undefined : `bytes=${range[0]}-${range[1]}`;
    try {
      const { Body } = await through.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyOf(version), Range }),
      );
      return Body instanceof Readable ? Body : Readable.from([]);
    } catch (error) {
      if (isAbsent(error)) return null;
      // An empty object has no first byte, so its range would be invalid.
      const isEmpty = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
      if (isEmpty) return Readable.from([]);
      throw error;
    }
  };
  async function* listed() {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: objects });
    for await (const { Contents = [] } of pages)
      for (const { Key = '', LastModified: changedAt } of Contents) {
        const version = Key.slice(objects.length);
        if (VERSION.test(version)) yield { version, changedAt };
      }
  }

  return {
    ...staging,
    read: (version, range) => readThrough(downloads, version, range),
    async bring({ path, size, md5 }, version) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: keyOf(version),
          Body: createReadStream(path, { highWaterMark: READ_AHEAD }),
          ContentLength: size,
          ContentMD5: Buffer.from(md5, 'hex').toString('base64'),
        }),
      );
    },
    keep: ({ path }) => staging.drop(path),
    async copy(from, to) {
      try {
        await client.send(
          new CopyObjectCommand({ Bucket: bucket, Key: keyOf(to), CopySource: `${bucket}/${keyOf(from)}` }),
        );
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },
    async withFile(version, work) {
      const source = await readThrough(client, version, null);
      if (source === null) throw new BytesGone(version);
      const path = staging.place();
      try {
        await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return await work(path);
      } finally {
        await staging.drop(path);
      }
    },
    async discard(version) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(version) }));
    },
    async *list() {
      for await (const { version } of listed()) yield version;
    },
    async *listBefore(instant) {
      await staging.clear(instant);
      for await (const { version, changedAt } of listed())
        if (changedAt !== undefined && changedAt.getTime() < instant) yield version;
    },
  };
}
