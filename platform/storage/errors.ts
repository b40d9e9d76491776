import type { GatewayError } from '#platform/gateway/gateway.ts';
import type { WrongCaption } from '#product/shared/films/captions.ts';
import { type FilmFault, sayFault } from '#product/shared/films/rules.ts';
import { type PictureFault, sayPictureFault } from '#product/shared/pictures.ts';

/**
 * An error in storage-api's format: `{statusCode, error, message, code}`. Only `statusCode` has the
 * true status: over HTTP every 4xx is sent as 400, except the few that clients and caches must see.
 */
export class StorageError extends Error {
  readonly status: number;
  readonly error: string;
  readonly code: string;
  /** The status over HTTP. */
  readonly http: number;
  override name = 'StorageError';

  constructor(
    status: number,
    error: string,
    code: string,
    message: string,
    http: number = status < 500 ? 400 : status,
  ) {
    super(message);
    this.status = status;
    this.error = error;
    this.code = code;
    this.http = http;
  }

  get body(): { statusCode: string; error: string; message: string; code: string } {
    return { statusCode: String(this.status), error: this.error, message: this.message, code: this.code };
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'Bucket not found', 'NoSuchBucket', 'Bucket not found');
export const noSuchKey = () => new StorageError(404, 'not_found', 'NoSuchKey', 'Object not found');
export const noSuchRoute = (route: string) =>
  new StorageError(404, 'Not Found', 'NotFound', `Route ${route} not found`, 404);
export const relatedMissing = () =>
  new StorageError(404, 'InvalidRequest', 'InvalidRequest', 'The related resource does not exist');
export const denied = (message = 'new row violates row-level security policy') =>
  new StorageError(403, 'Unauthorized', 'AccessDenied', message);
export const wrongRole = () =>
  new StorageError(403, 'Unauthorized', 'AccessDenied', 'Access denied: Invalid role', 403);
export const duplicate = (
  code: 'KeyAlreadyExists' | 'ResourceAlreadyExists' | 'BucketAlreadyExists' = 'KeyAlreadyExists',
) => new StorageError(409, 'Duplicate', code, 'The resource already exists');
export const bucketNotEmpty = () =>
  new StorageError(
    409,
    'ResourceNotEmpty',
    'ResourceNotEmpty',
    'The bucket you tried to delete is not empty',
  );
export const tooLarge = () =>
  new StorageError(
    413,
    'Payload too large',
    'EntityTooLarge',
    'The object exceeded the maximum allowed size',
  );
export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', `mime type ${type} is not supported`);
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);
export const invalidBucketName = () =>
  new StorageError(400, 'Invalid Input', 'InvalidBucketName', 'Bucket name invalid');
export const invalidUrlToken = (message: string) =>
  new StorageError(400, 'InvalidJWT', 'InvalidJWT', message);
export const invalidSignature = (message = 'Invalid signature') =>
  new StorageError(400, 'InvalidSignature', 'InvalidSignature', message);
export const invalidRequest = (message: string) => new StorageError(400, 'Error', 'InvalidRequest', message);
export const invalidRange = () =>
  new StorageError(416, 'invalid_range', 'InvalidRange', 'invalid range provided', 416);
export const tooManyAtOnce = () =>
  new StorageError(429, 'Too Many Requests', 'SlowDown', 'Too many requests of one address at once', 429);
/**
 * The disk is full, or its owner may write no more: the file is as good as it was. RFC 4918,
 * section 11.5.
 */
export const noSpace = () =>
  new StorageError(
    507,
    'Insufficient Storage',
    'InsufficientStorage',
    'There is no space left for this file',
  );
/**
 * A picture that cannot be read, or that would need more memory than one may take; the page says in
 * French why (product/shared/pictures.ts).
 */
export const refusedPicture = (fault: PictureFault) =>
  new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', sayPictureFault(fault));

/**
 * A film that its bucket does not take; the page says in French why
 * (product/shared/films/rules.ts).
 */
export const refusedFilm = (fault: FilmFault) =>
  new StorageError(415, 'invalid_mime_type', 'InvalidMimeType', sayFault(fault));

export const invalidCaptions = ({ fault, caption, line }: WrongCaption) =>
  new StorageError(
    415,
    'invalid_mime_type',
    'InvalidMimeType',
    fault === 'no_captions'
      ? 'The captions are no WebVTT'
      : `Caption ${caption} on line ${line} cannot be taken: ${fault}`,
  );

/**
 * storage-api's answer to a token that it cannot verify, with the messages of the library that it
 * uses.
 */
export function fromGateway({ code, message }: GatewayError): StorageError {
  if (code === 'PGRST303') return denied('"exp" claim timestamp check failed');
  return denied(code === 'no_api_key' || /3 parts/.test(message) ? 'Invalid Compact JWS' : message);
}

/**
 * Whether a write failed because the disk is full. The library of pictures has the system's words,
 * and no code.
 */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100')) ||
    /no space left on device|disk quota exceeded/i.test(error.message));

const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** @returns the answer to an error of Postgres that the request caused; null for any other error */
export function fromPostgres(error: unknown): StorageError | null {
  if (!isCoded(error)) return null;
  switch (error.code) {
    case '42501':
      return denied();
    case '23505':
      return duplicate();
    case '23503':
      return relatedMissing();
    case '57014':
      return new StorageError(
        544,
        'DatabaseTimeout',
        'DatabaseTimeout',
        'The query took longer than it may',
        504,
      );
    // A NUL character, or bytes that are not valid text.
    case '22021':
    case '22P05':
      return invalidRequest('The request holds a character that cannot be stored');
    default:
      return null;
  }
}
