import { ofName } from '#product/shared/elision.ts';
import { pictureSources } from '#product/shared/pictures.ts';
import { standIn } from '#web/lib/shown-pictures.ts';

interface GalleryProps {
  name: string;
  urls: readonly string[];
  /** The placeholder of each picture until it has loaded; null: nothing is known. */
  placeholders: (url: string) => string | null;
}

/** The pictures of a streamer's page, whose room is kept before they come. Each opens whole. */
export function Gallery({ name, urls, placeholders }: GalleryProps) {
  if (urls.length === 0) return null;
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures" className="mb-5 text-heading">
        En images
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {urls.map((url, at) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener" className="block rounded-lg">
              <img
                {...pictureSources(url, { width: 280, height: 210 })}
                alt={`Galerie ${ofName(name)}, ${at + 1} sur ${urls.length} (nouvel onglet)`}
                width={280}
                height={210}
                loading="lazy"
                decoding="async"
                style={standIn(placeholders(url))}
                className="aspect-4/3 w-full rounded-lg bg-raised bg-cover object-cover transition-opacity hover:opacity-85"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
