import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { StreamerCard as Card } from '#product/discovery/contract.ts';
import { LINK_PLATFORMS } from '#product/discovery/rules/link-platforms.ts';
import { categoryName, languageName } from '#web/entities/catalogue/catalogue.ts';
import { Banner } from '#web/features/discovery/banner.tsx';
import { FavouriteButton } from '#web/features/discovery/favourite-button.tsx';
import { FilmPreview, useFilmPreview } from '#web/features/discovery/film-preview.tsx';
import { Rating } from '#web/features/discovery/rating.tsx';
import { bookingPath, cardStartText } from '#web/features/discovery/when.ts';
import { formatPrice } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface StreamerCardProps {
  card: Card;
  /** The viewer's. */
  zone: string;
  /** Null: nobody is signed in. */
  viewerId: string | null;
  /** The level of the name as a heading. */
  level?: 2 | 3;
  /** Stands where the next free start would, while that was not looked for. */
  startStands?: string;
  /** Among the first that are seen. */
  early?: boolean;
}

/**
 * A streamer and their next free start. The whole card leads to the profile, except the start,
 * which leads to its booking.
 */
export function StreamerCard({
  card,
  zone,
  viewerId,
  level = 3,
  startStands = 'Pas d’heure libre',
  early = false,
}: StreamerCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const { handle, displayName, headline, categories, channels, nextFree } = card;
  const [channel] = [...channels].sort((a, b) => Number(b.live) - Number(a.live));
  const preview = useFilmPreview(card.filmUrl !== null);
  return (
    <article
      {...preview.handlers}
      className="streamer-card relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-stage"
    >
      <div className="relative">
        <Banner
          name={displayName}
          url={card.bannerUrl}
          placeholder={card.bannerPlaceholder}
          early={early}
          className="h-28 sm:h-36"
        />
        {card.filmUrl !== null && <FilmPreview url={card.filmUrl} isOn={preview.isOn} />}
      </div>
      {(channel?.live || card.adultsOnly) && (
        <span className="absolute top-3 left-3 flex gap-1.5">
          {channel?.live && (
            <span className="flex rounded-full bg-ground">
              <Badge tone="live">En direct</Badge>
            </span>
          )}
          {card.adultsOnly && (
            <span className="flex rounded-full bg-ground">
              <Badge>18 ans et plus</Badge>
            </span>
          )}
        </span>
      )}
      {viewerId !== card.id && <FavouriteButton streamer={card} viewerId={viewerId} look="heart" />}
      <div className="flex flex-1 flex-col px-4 pb-1.5">
        <div className="-mt-8 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <span className="avatar-ring relative grid">
            <Avatar name={displayName} src={card.avatarUrl} size="lg" />
          </span>
          <Heading className="col-span-2 mt-2.5 text-title">
            <Link
              to={`/streamer/${handle}`}
              className="rounded-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-spot"
            >
              {displayName}
            </Link>
          </Heading>
          {/* Read after the name, seen above it. */}
          {card.ratingAverage !== null && (
            <Rating
              average={card.ratingAverage}
              count={card.ratingCount}
              className="col-start-2 row-start-1 mb-1 self-end justify-self-end text-small"
            />
          )}
        </div>
        <p className="mt-1 flex gap-1.5 text-small text-muted">
          <span className="truncate">
            {categories[0] === undefined ? 'Sessions' : categoryName(categories[0])}
          </span>
          {categories.length > 1 && (
            <span className="whitespace-nowrap" title={categories.slice(1).map(categoryName).join(', ')}>
              <span aria-hidden="true">
                +{'\u00a0'}
                {categories.length - 1}
              </span>
              <span className="sr-only">et {categories.slice(1).map(categoryName).join(', ')}</span>
            </span>
          )}
          <span aria-hidden="true">·</span>
          <Languages codes={card.languages} />
        </p>
        {channel && (
          <p className="mt-1.5 flex items-center gap-1.5 text-small text-soft">
            <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-settled" />
            <span>
              Chaîne {LINK_PLATFORMS[channel.provider]} vérifiée
              <span className="sr-only"> : {channel.name}</span>
            </span>
          </p>
        )}
        {headline !== '' && <p className="mt-2 line-clamp-2 text-small text-soft">{headline}</p>}
        <div className="num mt-auto pt-3.5">
          <div className="flex min-h-12 items-center justify-between gap-3 border-t border-line py-1 text-small">
            {nextFree ? (
              <Link
                to={bookingPath(handle, nextFree.offerId, nextFree.start)}
                aria-label={`Réserver avec ${displayName}, ${cardStartText(nextFree.start, zone)}`}
                className="relative z-1 inline-flex min-h-11 items-center rounded-sm font-semibold whitespace-nowrap underline decoration-transparent underline-offset-4 transition-colors hover:decoration-spot"
              >
                {cardStartText(nextFree.start, zone)}
              </Link>
            ) : (
              <span className="text-muted">{startStands}</span>
            )}
            <Price {...card} />
          </div>
        </div>
      </div>
    </article>
  );
}

/**
 * Of the offers that were asked for: « dès 25 € », « Gratuit », or both where only the first
 * meeting is free.
 */
function Price({ free, fromPriceCents, durations }: Card) {
  const from = fromPriceCents === null ? null : `dès ${formatPrice(fromPriceCents)}`;
  return (
    <span className="grid justify-items-end text-right text-muted">
      {free === 'only' && durations.length > 0 && <span>Gratuit</span>}
      {free === 'trial' && <span className="whitespace-nowrap text-settled">Essai gratuit</span>}
      {from && <span className="whitespace-nowrap">{from}</span>}
    </span>
  );
}

/** « FR, EN », read out in full. */
function Languages({ codes }: { codes: readonly string[] }) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true">{codes.map((code) => code.toUpperCase()).join(', ')}</span>
      <span className="sr-only">{codes.map(languageName).join(', ')}</span>
    </span>
  );
}

export function StreamerCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-stage">
      <Skeleton className="h-28 rounded-none sm:h-36" />
      <div className="grid gap-2.5 px-4 pt-2 pb-4">
        <Skeleton className="-mt-10 size-14 rounded-full border-4 border-stage" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-4 h-4 w-full" />
      </div>
    </div>
  );
}
