import { useQuery } from '@tanstack/react-query';
import { ExternalLink, UserRound } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { LINK_PLATFORMS } from '#product/discovery/rules/link-platforms.ts';
import { ofName } from '#product/shared/elision.ts';
import { type Offer, type Streamer, streamerQuery } from '#web/entities/streamer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { isLive } from '#web/features/discovery/profile-head.tsx';
import { nextStartsQuery } from '#web/features/discovery/queries.ts';
import { useBookingPath } from '#web/features/discovery/use-booking-path.ts';
import { dayText } from '#web/features/discovery/when.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatPlacePrice, formatTime } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useZone } from '#web/lib/zone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** How many of the next places are shown: what one reads at a glance on a telephone. */
const SHOWN = 4;

/**
 * `/s/:handle`: the page behind the address that a streamer says aloud and that the QR code of
 * their overlay holds. It leads to a place in one press, and to their other pages.
 */
export function Component() {
  const { handle = '' } = useParams();
  const { data: streamer, error, isPending, isRefetching, refetch } = useQuery(streamerQuery(handle));
  usePageTitle(streamer ? streamer.display_name : streamer === null ? 'Profil introuvable' : 'Profil');
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 px-5 pt-8 pb-16">
      {streamer ? (
        <ShortLink streamer={streamer} />
      ) : isPending ? (
        <Skeleton className="h-112" />
      ) : error ? (
        <>
          <h1 className="text-heading">Profil de streamer</h1>
          <ErrorState
            title="Le profil n’a pas pu être chargé"
            description={errorText(error)}
            onRetry={() => void refetch()}
            retrying={isRefetching}
          />
        </>
      ) : (
        <>
          <h1 className="text-heading">Ce profil n’existe pas</h1>
          <EmptyState
            icon={<UserRound />}
            title="Aucun streamer à cette adresse"
            description="L’adresse est peut-être mal recopiée, ou la page n’est plus publiée."
            action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}

function ShortLink({ streamer }: { streamer: Streamer }) {
  const { display_name: name, handle, headline, streamer_links: links } = streamer;
  return (
    <>
      <header className="grid justify-items-center gap-3 text-center">
        <Avatar name={name} src={streamer.avatar_url} size="xl" />
        <h1 className="text-heading">{name}</h1>
        {isLive(streamer) && <Badge tone="live">En direct</Badge>}
        {headline !== '' && <p className="text-soft">{headline}</p>}
      </header>
      <NextPlaces streamer={streamer} />
      <nav aria-label={`Les pages ${ofName(name)}`} className="grid gap-3">
        <Link to={`/streamer/${handle}`} className={buttonClass('outline', 'lg')}>
          Voir le profil
        </Link>
        {links.map(({ platform, url }) => (
          <a
            key={url}
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={buttonClass('outline', 'lg')}
          >
            {LINK_PLATFORMS[platform]}
            <ExternalLink aria-hidden="true" />
            <span className="sr-only">(nouvel onglet)</span>
          </a>
        ))}
      </nav>
    </>
  );
}

/** Of each start, its offer; of two at once that of the offer that comes first. */
function placesOf(
  offers: readonly Offer[],
  free: readonly { offerId: string; starts: readonly string[] }[],
): { start: string; offer: Offer }[] {
  return offers
    .flatMap((offer) =>
      (free.find(({ offerId }) => offerId === offer.id)?.starts ?? []).map((start) => ({ start, offer })),
    )
    .toSorted((one, other) => one.start.localeCompare(other.start))
    .slice(0, SHOWN);
}

function NextPlaces({ streamer }: { streamer: Streamer }) {
  const { state } = useAuth();
  const zone = useZone(state.status === 'signed-in' ? state.user.id : null);
  const { handle, offers } = streamer;
  const bookingPath = useBookingPath(handle);
  const { data, error, refetch, isRefetching } = useQuery(nextStartsQuery(streamer.id));
  const places = data ? placesOf(offers, data.offers) : [];
  return (
    <section aria-labelledby="places" className="grid gap-3">
      <h2 id="places" className="text-title">
        Prochaines places libres
      </h2>
      {error ? (
        <ErrorState
          title="Les heures libres n’ont pas pu être chargées"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : !data ? (
        <Skeleton className="h-64" />
      ) : places.length === 0 ? (
        <p className="text-soft">
          Tout est pris pour l’instant. Demandez à être prévenu dès qu’une place se libère.
        </p>
      ) : (
        <ul className="num grid gap-2">
          {places.map(({ start, offer }) => (
            <li key={`${offer.id} ${start}`}>
              <Link
                to={bookingPath({ offer: offer.id, start })}
                className="flex min-h-14 items-center justify-between gap-4 rounded-lg border border-line-strong px-4 py-2.5 transition-colors hover:border-edge hover:bg-wash"
              >
                <span className="grid min-w-0">
                  <span className="font-semibold">
                    {dayText(start, zone)}, {formatTime(start, zone)}
                  </span>
                  <span className="truncate text-small text-soft">{offer.title}</span>
                </span>
                <span className="whitespace-nowrap">{formatPlacePrice(offer.price_cents)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink tone="spot" size="lg" to={bookingPath()}>
        Choisir mon heure
      </ButtonLink>
    </section>
  );
}
