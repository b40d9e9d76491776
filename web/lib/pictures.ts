import { loadClient } from '#web/lib/supabase/load.ts';

const STORED = '/storage/v1/object/public/';
const RENDERED = '/storage/v1/render/image/public/';

/** A picture of ours in the size in which it is shown, and twice that for fine screens; one from elsewhere as it is. */
export function pictureSources(
  url: string,
  { width, height }: { width: number; height: number },
): { src: string; srcSet?: string } {
  if (!url.startsWith(STORED)) return { src: url };
  const at = (times: number) =>
    `${RENDERED}${url.slice(STORED.length)}?width=${width * times}&height=${height * times}`;
  return { src: at(1), srcSet: `${at(1)} 1x, ${at(2)} 2x` };
}

/**
 * Stores a picture of a person in their own folder, has a row name it, and removes those before it: in this order, so that no row ever
 * names a picture that is not there.
 * @param use writes the address into the row that shows it
 * @throws StorageError, or what `use` throws
 */
export async function replacePicture(
  bucket: 'avatars' | 'covers',
  personId: string,
  picture: Blob,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const { supabase } = await loadClient();
  const files = supabase.storage.from(bucket);
  const name = `${personId}/${crypto.randomUUID()}`;
  // A new picture has a new name, so that browsers may keep each of them for ever.
  const { error } = await files.upload(name, picture, {
    cacheControl: '31536000',
    contentType: picture.type,
  });
  if (error) throw error;
  await use(`${STORED}${bucket}/${name}`);
  await removeBut(bucket, personId, name);
}

/** Removes a person's pictures from a bucket, after no row names them any more. */
export async function removePictures(bucket: 'avatars' | 'covers', personId: string): Promise<void> {
  await removeBut(bucket, personId, null);
}

async function removeBut(bucket: 'avatars' | 'covers', personId: string, kept: string | null): Promise<void> {
  const { supabase } = await loadClient();
  const files = supabase.storage.from(bucket);
  const { data, error } = await files.list(personId);
  if (error) throw error;
  const old = data.map(({ name }) => `${personId}/${name}`).filter((name) => name !== kept);
  if (old.length === 0) return;
  const removed = await files.remove(old);
  if (removed.error) throw removed.error;
}
