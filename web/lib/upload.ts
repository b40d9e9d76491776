import type { Upload } from 'tus-js-client';
import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';

/**
 * How a file's way to the server stands: `waiting` is after a lost line, until the line is back.
 */
export interface UploadProgress {
  state: 'sending' | 'paused' | 'waiting';
  /** In bytes. */
  sent: number;
  size: number;
}

/** A file on its way, for the person who watches it. */
export interface RunningUpload {
  progress: () => UploadProgress;
  /** @returns what ends the listening */
  subscribe: (listener: () => void) => () => void;
  pause: () => void;
  goOn: () => void;
  /**
   * Stops for good and has the server forget what came. The upload then fails with
   * `UploadCancelled`.
   */
  cancel: () => void;
}

/** Receives an upload as it begins. */
export type WatchUpload = (upload: RunningUpload) => void;

export class UploadCancelled extends Error {
  override name = 'UploadCancelled';
}

/**
 * The server's disk is full: the file is as good as it was, and another would not come through
 * either.
 */
export class NoSpaceLeft extends Error {
  override name = 'NoSpaceLeft';
}

const INSUFFICIENT_STORAGE = 507;

/**
 * The text about an upload that failed: a full disk for what it is, and `otherwise` for everything
 * else.
 */
export const uploadFailure = (error: unknown, otherwise: string): string =>
  error instanceof NoSpaceLeft
    ? 'Il n’y a plus de place chez nous pour l’instant : votre fichier n’y est pour rien. Réessayez plus tard.'
    : otherwise;

interface Sending {
  bucket: string;
  name: string;
  file: Blob;
  /** How long browsers keep it, in seconds. */
  keptFor: number;
  watch?: WatchUpload | undefined;
}

/** The size of one request that a hosted project accepts. */
const CHUNK = 6 * 1024 * 1024;
/**
 * When a broken request is sent again, in milliseconds. After the last one, the upload waits for
 * the line or for the person.
 */
const RETRIES = [0, 1_000, 3_000];
/**
 * How often an upload that waits tries by itself, in milliseconds: browsers do not always know that
 * they are online again.
 */
const TRY_AGAIN = 15_000;

/**
 * Sends a file in pieces (TUS), so that a lost line costs what was on it and no more.
 * @throws UploadCancelled, NoSpaceLeft, or the refusal of the server
 */
export async function sendFile({ bucket, name, file, keptFor, watch }: Sending): Promise<void> {
  const [{ Upload }, { supabase }] = await Promise.all([import('tus-js-client'), loadClient()]);
  const { supabaseUrl, publishableKey } = readPageConfig();
  await new Promise<void>((resolve, reject) => {
    const listeners = new Set<() => void>();
    let progress: UploadProgress = { state: 'sending', sent: 0, size: file.size };
    let again: number | undefined;
    const change = (next: Partial<UploadProgress>) => {
      progress = { ...progress, ...next };
      for (const listener of listeners) listener();
    };
    const goOn = () => {
      if (progress.state === 'sending') return;
      window.clearTimeout(again);
      change({ state: 'sending' });
      upload.start();
    };
    const end = (settle: () => void) => {
      window.clearTimeout(again);
      window.removeEventListener('online', online);
      settle();
    };
    const online = () => {
      if (progress.state === 'waiting') goOn();
    };
    window.addEventListener('online', online);
    const upload: Upload = new Upload(file, {
      endpoint: `${supabaseUrl}/storage/v1/upload/resumable`,
      chunkSize: CHUNK,
      retryDelays: RETRIES,
      uploadDataDuringCreation: false,
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: bucket,
        objectName: name,
        contentType: file.type,
        cacheControl: String(keptFor),
      },
      // A long upload outlives the token with which it began.
      onBeforeRequest: async (request) => {
        const { data } = await supabase.auth.getSession();
        request.setHeader('apikey', publishableKey);
        request.setHeader('Authorization', `Bearer ${data.session?.access_token ?? publishableKey}`);
      },
      onProgress: (sent) => change({ sent }),
      onSuccess: () => end(resolve),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        if (answer?.getStatus() === INSUFFICIENT_STORAGE) return end(() => reject(new NoSpaceLeft()));
        const isRefused = answer !== null && answer.getStatus() >= 400 && answer.getStatus() < 500;
        if (isRefused || !('originalResponse' in error)) return end(() => reject(error));
        change({ state: 'waiting' });
        again = window.setTimeout(goOn, TRY_AGAIN);
      },
    });
    watch?.({
      progress: () => progress,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      pause: () => {
        if (progress.state === 'paused') return;
        window.clearTimeout(again);
        change({ state: 'paused' });
        void upload.abort();
      },
      goOn,
      cancel: () => {
        // The server deletes the partial upload by itself after a day, when it cannot be told.
        upload.abort(true).catch((error: unknown) => console.error('Envoi non annulé', error));
        end(() => reject(new UploadCancelled()));
      },
    });
    upload.start();
  });
}
