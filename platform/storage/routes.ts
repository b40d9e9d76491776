import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { addressOf, placeOf } from '#platform/gateway/address.ts';
import type { Caller } from '#platform/gateway/caller.ts';
import { createTurns } from '#platform/gateway/turns.ts';
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from './buckets.ts';
import {
  findObject,
  isPublic,
  sendObject,
  sendPicture,
  transformationOf,
  transformationOfWords,
} from './download.ts';
import {
  downloadToken,
  MOST_JSON,
  placeIn,
  type StorageContext,
  type StorageEnvironment,
  uploadToken,
} from './environment.ts';
import { invalidSignature, noSuchBucket, tooLarge, tooManyAtOnce } from './errors.ts';
import {
  copyObject,
  listObjects,
  listPage,
  moveObject,
  objectInfo,
  purgeCache,
  removeObject,
  removeObjects,
  signObject,
  signObjects,
  signUpload,
} from './objects.ts';
import { upload } from './upload.ts';

export type StorageApp = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Calls of one address answered at once; a download counts only until its first byte is sent. */
const AT_ONCE = 8;
/** Files that one address sends at once. */
const UPLOADS_AT_ONCE = 4;
const MOST_THERE = 200;
/** The most waiting requests for public pictures of one address, which a school may share. */
const MOST_PICTURES_WAITING = 1_000;

/** The caller of the server's own work: the maker of a signed upload URL was allowed to upload. */
export const SERVER: Caller = {
  role: 'service_role',
  claims: { role: 'service_role' },
  userId: null,
  sessionId: null,
};

/** How calls are run: each at the turn of the address that it comes from. */
export type Calls = ReturnType<typeof createCalls>;

/** @param trustProxy whether a proxy of ours says in `X-Forwarded-For` where a call comes from */
export function createCalls(environment: StorageEnvironment, trustProxy: boolean) {
  const { gateway } = environment;
  const refuse = () => {
    throw tooManyAtOnce();
  };
  const inTurn = createTurns(AT_ONCE, MOST_THERE, refuse);
  const inPublicTurn = createTurns(AT_ONCE, MOST_PICTURES_WAITING, refuse);
  const inUploadTurn = createTurns(UPLOADS_AT_ONCE, MOST_THERE, refuse);

  const placeOfAsker = (context: StorageContext) => {
    const forwarded = context.req.header('X-Forwarded-For');
    const remote = context.env?.incoming?.socket.remoteAddress;
    return placeOf(addressOf({ forwarded, remote }, trustProxy));
  };
  const callerOf = (context: StorageContext) => gateway.caller(context.req.raw.headers);
  /** Runs a call at its address's turn; those with the secret key share one, and do not wait. */
  const asked = async (
    context: StorageContext,
    work: (caller: Caller) => Promise<Response>,
    turns = inTurn,
  ) => {
    const caller = await callerOf(context);
    return caller.role === 'service_role' ? work(caller) : turns(placeOfAsker(context), () => work(caller));
  };
  return { environment, inTurn, inPublicTurn, inUploadTurn, placeOfAsker, callerOf, asked };
}

/** A file is limited by its bucket. Every other body is a short list of names. */
const limitJson = bodyLimit({
  maxSize: MOST_JSON,
  onError: () => {
    throw tooLarge();
  },
});

/** Buckets: their rules, and emptying them. */
function mountBuckets(app: StorageApp, { environment, asked }: Calls): void {
  app.post('/bucket', limitJson, (c) => asked(c, (caller) => createBucket(environment, c, caller)));
  app.get('/bucket', (c) => asked(c, (caller) => listBuckets(environment, c, caller)));
  app.get('/bucket/:id', (c) => asked(c, (caller) => getBucket(environment, c, caller, c.req.param('id'))));
  app.put('/bucket/:id', limitJson, (c) =>
    asked(c, (caller) => updateBucket(environment, c, caller, c.req.param('id'))),
  );
  app.delete('/bucket/:id', limitJson, (c) =>
    asked(c, (caller) => deleteBucket(environment, c, caller, c.req.param('id'))),
  );
  app.post('/bucket/:id/empty', limitJson, (c) =>
    asked(c, (caller) => emptyBucket(environment, c, caller, c.req.param('id'))),
  );
}

/** The rows of objects: lists, moves and copies. */
function mountObjects(app: StorageApp, { environment, asked }: Calls): void {
  app.post('/object/list/:bucket', limitJson, (c) =>
    asked(c, (caller) => listObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/list-v2/:bucket', limitJson, (c) =>
    asked(c, (caller) => listPage(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/move', limitJson, (c) => asked(c, (caller) => moveObject(environment, c, caller)));
  app.post('/object/copy', limitJson, (c) => asked(c, (caller) => copyObject(environment, c, caller)));
}

/** Signed URLs, for downloads and for uploads, and the uploads that come by them. */
function mountSigning(app: StorageApp, { environment, asked, inUploadTurn, placeOfAsker }: Calls): void {
  app.post('/object/upload/sign/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/upload/sign/');
    return asked(c, (caller) => signUpload(environment, c, caller, bucket, name));
  });
  app.put('/object/upload/sign/:bucket/*', async (c) => {
    const { bucket, name } = placeIn(c, '/object/upload/sign/');
    const allowed = await uploadToken(environment, c.req.query('token') ?? '');
    if (allowed === null || allowed.url !== `${bucket}/${name}`) throw invalidSignature();
    const destination = { bucket, name, upsert: allowed.upsert, owner: allowed.owner ?? null };
    await inUploadTurn(placeOfAsker(c), () =>
      upload(environment, c, SERVER, 'object.upload_signed', destination),
    );
    return c.json({ Key: `${bucket}/${name}` });
  });

  app.post('/object/sign/:bucket', limitJson, (c) =>
    asked(c, (caller) => signObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.post('/object/sign/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/sign/');
    return asked(c, (caller) => signObject(environment, c, caller, bucket, name));
  });
}

/** Finds the object of a download by each of the three ways to it. */
function createFinders({ environment, callerOf, inTurn, inPublicTurn, placeOfAsker }: Calls) {
  /** The object of a signed URL. */
  async function signed(c: StorageContext, route: string) {
    const { bucket, name } = placeIn(c, route);
    const allowed = await downloadToken(environment, c.req.query('token') ?? '');
    if (allowed === null) throw invalidSignature('Token is not scoped for download');
    if (allowed.url !== `${bucket}/${name}`) throw invalidSignature();
    const expires = { Expires: new Date(allowed.exp * 1000).toUTCString() };
    const find = () => findObject(environment, null, '', bucket, name);
    return { find, expires, transformations: allowed.transformations };
  }
  /** The object of a public URL, for everybody. */
  async function published(c: StorageContext, route: string) {
    const { bucket, name } = placeIn(c, route);
    if (!(await isPublic(environment, bucket))) throw noSuchBucket();
    const find = () => inPublicTurn(placeOfAsker(c), () => findObject(environment, null, '', bucket, name));
    return { bucket, name, find };
  }
  /** An object that the caller may see; in a public bucket, any object. */
  async function visible(c: StorageContext, route: string, operation: string, open: boolean) {
    const { bucket, name } = placeIn(c, route);
    const caller = open && (await isPublic(environment, bucket)) ? null : await callerOf(c);
    return () => inTurn(placeOfAsker(c), () => findObject(environment, caller, operation, bucket, name));
  }
  return { signed, published, visible };
}

/** The bytes of objects, and what is known of them. */
function mountDownloads(app: StorageApp, calls: Calls): void {
  const { environment, asked } = calls;
  const { signed, published, visible } = createFinders(calls);
  app.get('/object/sign/:bucket/*', async (c) => {
    const { find, expires } = await signed(c, '/object/sign/');
    return sendObject(environment, c, find, expires);
  });
  app.get('/object/public/:bucket/*', async (c) => {
    const { find } = await published(c, '/object/public/');
    return sendObject(environment, c, find);
  });
  app.get('/object/info/public/:bucket/*', async (c) => {
    const { bucket, name } = await published(c, '/object/info/public/');
    return objectInfo(environment, c, null, bucket, name);
  });
  for (const route of ['/object/info/authenticated/', '/object/info/'] as const) {
    app.get(`${route}:bucket/*`, (c) => {
      const { bucket, name } = placeIn(c, route);
      return asked(c, (caller) => objectInfo(environment, c, caller, bucket, name));
    });
  }
  app.get('/object/authenticated/:bucket/*', async (c) =>
    sendObject(environment, c, await visible(c, '/object/authenticated/', 'object.get_authenticated', false)),
  );
  app.get('/object/:bucket/*', async (c) =>
    sendObject(environment, c, await visible(c, '/object/', 'object.get_authenticated', true)),
  );
}

/** Pictures in another size. */
function mountRenders(app: StorageApp, calls: Calls): void {
  const { environment } = calls;
  const { signed, published, visible } = createFinders(calls);
  app.get('/render/image/authenticated/:bucket/*', async (c) => {
    const find = await visible(c, '/render/image/authenticated/', 'render.image_authenticated', true);
    return sendPicture(environment, c, find, transformationOf(c.req.query()));
  });
  app.get('/render/image/public/:bucket/*', async (c) => {
    const { find } = await published(c, '/render/image/public/');
    return sendPicture(environment, c, find, transformationOf(c.req.query()));
  });
  app.get('/render/image/sign/:bucket/*', async (c) => {
    const { find, expires, transformations } = await signed(c, '/render/image/sign/');
    return sendPicture(environment, c, find, transformationOfWords(transformations ?? ''), expires);
  });
}

/** Whole files in one request, new or in the place of another. */
function mountUploads(app: StorageApp, { environment, asked, inUploadTurn }: Calls): void {
  for (const [method, put] of [
    ['post', false],
    ['put', true],
  ] as const) {
    app[method]('/object/:bucket/*', (c) => {
      const { bucket, name } = placeIn(c, '/object/');
      const upsert = put || c.req.header('x-upsert') === 'true';
      return asked(
        c,
        async (caller) => {
          const destination = { bucket, name, upsert, owner: caller.userId };
          const operation = put ? 'object.upload_update' : 'object.upload';
          const { id } = await upload(environment, c, caller, operation, destination);
          return c.json({ Id: id, Key: `${bucket}/${name}` });
        },
        inUploadTurn,
      );
    });
  }
}

/** Deletes objects, and their copies in caches. */
function mountDeletes(app: StorageApp, { environment, asked }: Calls): void {
  app.delete('/object/:bucket', limitJson, (c) =>
    asked(c, (caller) => removeObjects(environment, c, caller, c.req.param('bucket'))),
  );
  app.delete('/object/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/object/');
    return asked(c, (caller) => removeObject(environment, c, caller, bucket, name));
  });
  app.delete('/cdn/:bucket', limitJson, (c) =>
    asked(c, (caller) => purgeCache(environment, c, caller, c.req.param('bucket'), '')),
  );
  app.delete('/cdn/:bucket/*', limitJson, (c) => {
    const { bucket, name } = placeIn(c, '/cdn/');
    return asked(c, (caller) => purgeCache(environment, c, caller, bucket, name));
  });
}

/** All routes but resumable uploads. The first route that fits answers: the order is part of them. */
export function mountRoutes(app: StorageApp, calls: Calls): void {
  mountBuckets(app, calls);
  mountObjects(app, calls);
  mountSigning(app, calls);
  mountDownloads(app, calls);
  mountRenders(app, calls);
  mountUploads(app, calls);
  mountDeletes(app, calls);
}
