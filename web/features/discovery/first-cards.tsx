import { BANNER_ON_CARD, FACE_ON_CARD } from '#product/shared/pictures.ts';
import { EARLY, grid } from '#web/features/discovery/card-grid.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/discovery/discovery.css';

/**
 * The words of a card that the document contains before the search has answered; each is a hole
 * while the page is built.
 */
export const FIRST_CARD_WORDS = [
  'name',
  'headline',
  'about',
  'cover',
  'coverSet',
  'face',
  'faceSet',
  'placeholder',
] as const;
type Words = Readonly<Record<string, string>>;

/**
 * The first streamers of the list, in the boxes of their cards, until the search says when they are
 * free.
 */
export function FirstCards({ cards }: { cards: readonly Words[] }) {
  return (
    <ul aria-label="Streamers" aria-busy="true" className={grid}>
      {cards.map((words, at) => (
        <FirstCard key={at} words={words} early={at < EARLY} />
      ))}
    </ul>
  );
}

export function FirstCard({ words, early }: { words: Words; early: boolean }) {
  const { name, headline, about, cover, coverSet, face, faceSet, placeholder } = words;
  return (
    <li>
      <div className="streamer-card relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-stage">
        <div className="banner bg-cover h-28 sm:h-36" style={{ backgroundImage: `url(${placeholder})` }}>
          <img
            src={cover}
            srcSet={coverSet}
            alt=""
            {...BANNER_ON_CARD}
            loading={early ? 'eager' : 'lazy'}
            fetchPriority={early ? 'high' : 'auto'}
          />
        </div>
        <div className="flex flex-1 flex-col px-4 pb-1.5">
          <div className="-mt-8 flex items-end justify-between gap-3">
            <span className="avatar-ring relative grid">
              <span className="inline-grid size-14 shrink-0 overflow-hidden rounded-full bg-raised">
                <img
                  src={face}
                  srcSet={faceSet}
                  alt=""
                  {...FACE_ON_CARD}
                  className="size-full object-cover"
                />
              </span>
            </span>
          </div>
          <h2 className="mt-2.5 text-title">{name}</h2>
          <p className="mt-1 truncate text-small text-muted">{about}</p>
          <p className="mt-2 line-clamp-2 text-small text-soft">{headline}</p>
          <div className="mt-auto pt-3.5">
            <div className="flex min-h-[53px] items-center justify-between gap-3 border-t border-line py-1">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-4 w-16" />
            </div>
          </div>
        </div>
      </div>
    </li>
  );
}
