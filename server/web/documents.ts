import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { compressed, type Encoding } from './encodings.ts';

/** Tells when what documents are made of may have changed. */
export interface DocumentChanges {
  /** Another number once something changed. */
  version(): number;
  /** Waits until `version` counts all that this process carried; null when it does already. */
  settled(): Promise<void> | null;
}

/** A document as it is made. */
interface Made {
  status: 200 | 404 | 503;
  html: string;
}

/** One version of a document, and its compressed forms once somebody wanted them. */
interface Version {
  status: Made['status'];
  /** Weak, as it stands for the document in every encoding. */
  etag: string;
  html: Buffer<ArrayBuffer>;
  packed: Partial<Record<Encoding, Buffer<ArrayBuffer>>>;
  packing: Partial<Record<Encoding, Promise<Buffer<ArrayBuffer>>>>;
}

/** When something began to be read, and which changes were known by then. */
interface Reading {
  at: number;
  version: number;
}

/**
 * Milliseconds. Changes are heard of at once; what only time changes, and what could not be heard of,
 * is seen after this: twice at most, as a document is made with the catalogue that was read before.
 */
const GOOD_FOR = 2_000;
/** Bytes of documents: some hundreds of them, in all encodings. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Bytes of their names, which whoever asks may invent. */
const MOST_NAMES = 4 * 1024 * 1024;
/** What the memory takes for an entry besides its bytes. */
const ENTRY = 400;

const bytesOf = ({ html, packed }: Version): number =>
  ENTRY + html.length + Object.values(packed).reduce((sum, { length }) => sum + length, 0);

function versionOf({ status, html }: Made): Version {
  const hash = createHash('sha256').update(`${status}\n`).update(html).digest('base64url').slice(0, 22);
  return { status, etag: `W/"${hash}"`, html: Buffer.from(html), packed: {}, packing: {} };
}

export interface DocumentsDeps {
  changes: DocumentChanges;
  /** Milliseconds since some beginning. */
  now?: () => number;
  mostBytes?: number;
}

/**
 * Keeps documents that are the same for everybody in memory, up to a number of bytes. One is made
 * again when the database told of a change, and when it is two seconds old; a version that did not
 * change is compressed no second time. Everybody who asks while one is being made waits for that
 * one.
 */
export function createDocuments({
  changes,
  now = () => performance.now(),
  mostBytes = MOST_BYTES,
}: DocumentsDeps) {
  const versions = new LRUCache<string, Version>({ maxSize: mostBytes, sizeCalculation: bytesOf });
  const names = new LRUCache<string, Reading & { etag: string }>({
    maxSize: MOST_NAMES,
    sizeCalculation: (_, name) => ENTRY + 2 * name.length,
  });
  const makings = new Map<string, Reading & { made: Promise<Version> }>();

  const begin = (): Reading => ({ at: now(), version: changes.version() });
  const isGood = ({ at, version }: Reading): boolean =>
    version === changes.version() && now() - at < GOOD_FOR;

  async function makeAnew(name: string, reading: Reading, make: () => Promise<Made>): Promise<Version> {
    const fresh = versionOf(await make());
    if (fresh.status === 503) return fresh; // the next request tries again
    const version = versions.get(fresh.etag) ?? fresh;
    versions.set(version.etag, version);
    names.set(name, { ...reading, etag: version.etag });
    return version;
  }

  return {
    /**
     * What `read` gives, read again when it may have changed: a part of every document.
     * @returns reads it, or answers what was read
     */
    keep<Value>(read: () => Promise<Value>): () => Promise<Value> {
      let kept: (Reading & { value: Promise<Value> }) | null = null;
      return () => {
        if (kept !== null && isGood(kept)) return kept.value;
        const mine = { ...begin(), value: read() };
        kept = mine;
        mine.value.catch(() => {
          if (kept === mine) kept = null; // whoever asked is told of the failure
        });
        return mine.value;
      };
    },

    /**
     * The document of this name as it is now.
     * @param address one for all that have the same document
     * @throws what `make` throws
     */
    async current(address: string, make: () => Promise<Made>): Promise<Version> {
      // Part of what was sent would keep all of it in memory.
      const name = createHash('sha256').update(address).digest('base64url');
      const settled = changes.settled();
      if (settled !== null) await settled;
      const known = names.get(name);
      const version = known && isGood(known) ? versions.get(known.etag) : undefined;
      if (version) return version;
      const underWay = makings.get(name);
      // One that takes long may never end: it is not waited for by everybody who comes.
      if (underWay && isGood(underWay)) return underWay.made;
      const reading = begin();
      const making = {
        ...reading,
        made: makeAnew(name, reading, make).finally(() => {
          if (makings.get(name) === making) makings.delete(name);
        }),
      };
      makings.set(name, making);
      return making.made;
    },

    /** A version's bytes in an encoding, compressed when they are first wanted. */
    async bodyOf(version: Version, encoding: Encoding | null): Promise<Buffer<ArrayBuffer>> {
      if (encoding === null) return version.html;
      const { packed, packing } = version;
      const done = packed[encoding];
      if (done) return done;
      packing[encoding] ??= compressed[encoding](version.html)
        .then((body) => {
          packed[encoding] = body;
          // It weighs more now, which is counted when it comes in anew.
          if (versions.delete(version.etag)) versions.set(version.etag, version);
          return body;
        })
        .finally(() => delete packing[encoding]);
      return packing[encoding];
    },

    /** The bytes that are in memory now. */
    size: () => versions.calculatedSize + names.calculatedSize,
  };
}
