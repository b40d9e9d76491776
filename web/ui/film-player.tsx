import { pictureSources } from '#product/shared/pictures.ts';

interface FilmPlayerProps {
  film: { title: string; film_url: string; poster_url: string | null; captions_url: string | null };
  /** The accessible name: « Film de présentation de Camille ». */
  label: string;
}

const POSTER = { width: 1280, height: 720 };

/**
 * A film with the browser's own controls, which people know and the keyboard reaches. It never
 * begins by itself, and loads when it is played.
 */
export function FilmPlayer({ film: { title, film_url, poster_url, captions_url }, label }: FilmPlayerProps) {
  return (
    <figure className="grid gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are there where their streamer wrote them */}
      <video
        controls
        playsInline
        preload={poster_url === null ? 'metadata' : 'none'}
        poster={poster_url === null ? undefined : pictureSources(poster_url, POSTER).src}
        src={film_url}
        aria-label={title === '' ? label : `${label} : ${title}`}
        width={1280}
        height={720}
        className="aspect-video h-auto w-full rounded-lg border border-line bg-black object-contain"
      >
        {captions_url !== null && <track kind="captions" src={captions_url} srcLang="fr" label="Français" />}
      </video>
      {title !== '' && <figcaption className="text-small text-muted">{title}</figcaption>}
    </figure>
  );
}
