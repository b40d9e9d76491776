import { type FilmFault, faultIn, MOST_FILM_BYTES, MOST_FILM_SECONDS } from '#product/shared/films/rules.ts';
import { STORED } from '#product/shared/pictures.ts';
import { KEPT_FOR } from '#web/lib/pictures.ts';
import { sendFile, uploadFailure, type WatchUpload } from '#web/lib/upload.ts';

/**
 * The file types offered by the file picker: the first is what telephones and browsers write, the
 * second what Apple's cameras do.
 */
export const FILM_ACCEPT = 'video/mp4,video/webm,video/quicktime,.mp4,.m4v,.mov,.webm';
const TYPES: Readonly<Record<string, 'mp4' | 'webm'>> = {
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mp4',
  'video/webm': 'webm',
};

const FAULTS = {
  unreadable: 'Ce fichier ne peut pas être lu en entier. Exportez votre film à nouveau, puis réessayez.',
  container: 'Ce fichier n’est ni un MP4 ni un WebM. Exportez votre film en MP4.',
  picture_codec:
    'Les navigateurs ne lisent pas tous ce format d’image. Exportez votre film en H.264 (sur iPhone : Réglages, Appareil photo, Formats, « Le plus compatible »).',
  picture_profile:
    'Ce film est en H.264 à 10 bits, 4:2:2 ou 4:4:4, que les navigateurs ne lisent pas tous. Exportez-le en 8 bits et 4:2:0 (profil « High »).',
  sound_codec: 'Les navigateurs ne lisent pas tous ce format de son. Exportez votre film avec un son AAC.',
  no_picture: 'Ce fichier n’a pas d’image. Choisissez un film.',
  too_long: `Votre film est trop long : ${MOST_FILM_SECONDS} secondes au plus.`,
  too_many_pixels: 'L’image de votre film est trop grande. Exportez-le en 4K ou moins.',
  places:
    'Ce film contient une piste de positions GPS qui dirait où vous étiez. Exportez-le sans elle, puis réessayez.',
} satisfies Record<FilmFault, string>;

/** Why a film was not stored, for the one who sent it. */
export const filmFailure = (error: unknown): string =>
  filmRefusal(error) ??
  uploadFailure(error, 'Votre film n’a pas pu être enregistré. Réessayez dans un instant.');

/** The server's finding in a film that it did not take; null: it refused it for another reason. */
export function filmRefusal(error: unknown): string | null {
  const fault = error instanceof Error ? faultIn(error.message) : null;
  return fault === null ? null : FAULTS[fault];
}

/**
 * Checks a film before it is sent.
 * @returns the reason in French; null: nothing speaks against it
 */
export function refusalOf(file: Blob): string | null {
  if (!(baseType(file) in TYPES)) return FAULTS.container;
  if (file.size > MOST_FILM_BYTES) return 'Votre film est trop lourd : 50 Mo au plus.';
  return null;
}

/** Recorders name codecs behind the type. */
const baseType = ({ type }: Blob): string => type.split(';')[0] ?? '';

async function storeClip(
  personId: string,
  file: Blob,
  extension: string,
  watch: WatchUpload | undefined,
): Promise<string> {
  const name = `${personId}/${crypto.randomUUID()}.${extension}`;
  await sendFile({ bucket: 'clips', name, file, keptFor: KEPT_FOR, watch });
  return `${STORED}clips/${name}`;
}

/**
 * Stores a film in its person's folder.
 * @returns its address
 * @throws UploadCancelled, or the refusal of the server
 */
export const storeFilm = (personId: string, film: Blob, watch: WatchUpload): Promise<string> =>
  storeClip(personId, new Blob([film], { type: baseType(film) }), TYPES[baseType(film)] ?? 'mp4', watch);

export const storePoster = (personId: string, poster: Blob): Promise<string> =>
  storeClip(personId, poster, 'webp', undefined);

export const storeCaptions = (personId: string, vtt: string): Promise<string> =>
  storeClip(personId, new Blob([vtt], { type: 'text/vtt' }), 'vtt', undefined);
