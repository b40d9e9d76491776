import {
  MOST_PICTURE_FRAMES,
  MOST_PICTURE_PIXELS,
  type PictureFault,
  pictureFaultIn,
  STORED,
} from '#product/shared/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { sendFile, type WatchUpload } from '#web/lib/upload.ts';

/**
 * How long caches keep a picture, in seconds: one that was removed is gone from all of them then.
 * The database lets nobody ask for more.
 */
export const KEPT_FOR = 300;

const FAULTS = {
  unreadable: 'Cette image ne peut pas être lue. Choisissez une photo JPEG, PNG, WebP ou AVIF.',
  too_many_pixels: `Cette image a trop de pixels : ${MOST_PICTURE_PIXELS / 1_000_000} millions au plus, toutes ses images comptées si elle est animée. Réduisez-la, puis réessayez.`,
  too_many_frames: `Cette animation a trop d’images : ${MOST_PICTURE_FRAMES} au plus. Raccourcissez-la, puis réessayez.`,
  heic: 'Les photos HEIC ne peuvent pas être lues ici. Exportez celle-ci en JPEG (sur iPhone : Réglages, Appareil photo, Formats, « Le plus compatible »).',
} satisfies Record<PictureFault, string>;

/**
 * Why the server did not take a picture, for the one who sent it; null: for another reason than the
 * picture.
 */
export function pictureFailure(error: unknown): string | null {
  const fault = error instanceof Error ? pictureFaultIn(error.message) : null;
  return fault === null ? null : FAULTS[fault];
}

/**
 * Why this browser cannot open a picture. Some know no type for what telephones write, and tell it
 * by its name alone.
 */
export const unreadablePicture = (file: Blob): string => FAULTS[isHeic(file) ? 'heic' : 'unreadable'];

export const isHeic = (file: Blob): boolean =>
  /^image\/hei[cf]/.test(file.type) || (file instanceof File && /\.hei[cf]s?$/i.test(file.name));

/**
 * The addresses of a picture of ours as it was each time it was kept as evidence, because it was
 * removed or replaced, for the team, for a minute; the first one first.
 * @throws StorageError
 */
export async function evidenceAddresses(url: string): Promise<string[]> {
  const { supabase } = await loadClient();
  const evidence = supabase.storage.from('evidence');
  const place = url.slice(STORED.length);
  const folder = place.slice(0, place.lastIndexOf('/'));
  const picture = place.slice(folder.length + 1);
  const found = await evidence.list(folder, { search: picture, sortBy: { column: 'updated_at' } });
  if (found.error) throw found.error;
  const kept = found.data.filter(({ name }) => name === picture || name.startsWith(`${picture}.`));
  if (kept.length === 0) return [];
  const { data, error } = await evidence.createSignedUrls(
    kept.map(({ name }) => `${folder}/${name}`),
    60,
  );
  if (error) throw error;
  return data.flatMap(({ signedUrl }) => signedUrl ?? []);
}

/**
 * Stores a picture in its person's own folder.
 * @returns its address
 * @throws UploadCancelled, or the refusal of the server
 */
export async function storePicture(
  bucket: 'avatars' | 'covers' | 'gallery' | 'categories',
  personId: string,
  picture: Blob,
  watch: WatchUpload,
): Promise<string> {
  // A new picture has a new name, so that no browser shows the one before it.
  const name = `${personId}/${crypto.randomUUID()}`;
  await sendFile({ bucket, name, file: picture, keptFor: KEPT_FOR, watch });
  return `${STORED}${bucket}/${name}`;
}

/**
 * Stores a picture of a person in their own folder, has a row name it, and removes those before it:
 * in this order, so that no row ever names a picture that is not there. One that another tab stores
 * or shows meanwhile stays.
 * @param use writes the address into the row that shows it
 * @param shownNow reads the address that the row has
 * @throws what `storePicture` and `use` throw, StorageError
 */
export async function replacePicture(
  bucket: 'avatars' | 'covers',
  personId: string,
  picture: Blob,
  watch: WatchUpload,
  { use, shownNow }: { use: (url: string) => Promise<void>; shownNow: () => Promise<string | null> },
): Promise<void> {
  const before = await storedBy(bucket, personId);
  const url = await storePicture(bucket, personId, picture, watch);
  await use(url);
  const shown = await shownNow();
  await removeStored(before.filter((one) => one !== shown));
}

/** Removes one picture of ours that no row names. */
export const removePicture = (url: string): Promise<void> => removeStored([url]);

/** Removes a person's pictures from a bucket, after no row names them any more. */
export async function removePictures(bucket: 'avatars' | 'covers', personId: string): Promise<void> {
  await removeStored(await storedBy(bucket, personId));
}

/** The addresses of what lies in a person's folder of a bucket. @throws StorageError */
export async function storedBy(
  bucket: 'avatars' | 'covers' | 'gallery' | 'clips',
  personId: string,
): Promise<string[]> {
  const { supabase } = await loadClient();
  const { data, error } = await supabase.storage.from(bucket).list(personId);
  if (error) throw error;
  return data.map(({ name }) => `${STORED}${bucket}/${personId}/${name}`);
}

/** Removes files of ours, all of one bucket, that no row names any more. @throws StorageError */
export async function removeStored(urls: readonly string[]): Promise<void> {
  const [first] = urls;
  if (first === undefined) return;
  const { supabase } = await loadClient();
  const [bucket = ''] = first.slice(STORED.length).split('/');
  const names = urls.map((url) => url.slice(`${STORED}${bucket}/`.length));
  const { error } = await supabase.storage.from(bucket).remove(names);
  if (error) throw error;
}
