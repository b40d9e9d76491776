import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { useParams } from 'react-router';
import type { SubjectKind } from '#product/moderation/rules/moderation.ts';
import { ofName } from '#product/shared/elision.ts';
import { AS_SHARED } from '#product/shared/visit.ts';
import { useIsMinor } from '#web/entities/age/own-age.ts';
import { ReportButton } from '#web/entities/report/report-button.tsx';
import type { Reportable } from '#web/entities/report/report-dialog.tsx';
import { useLiveNow } from '#web/entities/streamer/live-now.ts';
import {
  type Offer,
  placeholderOf,
  reviewsQuery,
  type Streamer,
  streamerQuery,
} from '#web/entities/streamer/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { FavouriteButton } from '#web/features/discovery/favourite-button.tsx';
import { Gallery } from '#web/features/discovery/gallery.tsx';
import { NextPlace, type NextPlaceStart } from '#web/features/discovery/next-place.tsx';
import { OfferCard } from '#web/features/discovery/offer-card.tsx';
import { ProfileFacts } from '#web/features/discovery/profile-facts.tsx';
import { isLive, ProfileHead } from '#web/features/discovery/profile-head.tsx';
import { ProfileSkeleton } from '#web/features/discovery/profile-skeleton.tsx';
import { nextStartsQuery } from '#web/features/discovery/queries.ts';
import { LastReview, Reviews } from '#web/features/discovery/reviews.tsx';
import { ShareButton } from '#web/features/discovery/share-button.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { firstWords } from '#web/lib/first-words.ts';
import { formatDay } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { pictureId } from '#web/lib/shown-pictures.ts';
import { useVisit, visitOf } from '#web/lib/visits.ts';
import { useZone } from '#web/lib/zone.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FilmPlayer } from '#web/ui/film-player.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** The kinds of subjects that are named by their file: two people may have files of one name. */
const OF_FILES: ReadonlySet<SubjectKind> = new Set(['picture', 'film'] as const);

/** `/streamer/{streamerId}` (id or handle). */
export function Component() {
  const { streamerId = '' } = useParams();
  const { data: streamer, isPending, error, refetch, isRefetching } = useQuery(streamerQuery(streamerId));
  usePageTitle(streamer ? streamer.display_name : streamer === null ? 'Profil introuvable' : 'Profil');
  // The answer is drawn in slices, between which a slow telephone still answers a finger.
  const drawn = useDeferredValue(streamer);
  if (streamer && drawn?.id === streamer.id) return <ProfilePage key={drawn.id} streamer={drawn} />;
  if (streamer || isPending) return <ProfileSkeleton words={firstWords()} />;
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title={error ? 'Profil de streamer' : 'Ce profil n’existe pas'} />
      {error ? (
        <ErrorState
          title="Le profil n’a pas pu être chargé"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      ) : (
        <EmptyState
          icon={<UserRound />}
          title="Aucun streamer à cette adresse"
          description="L’adresse est peut-être mal recopiée, ou la page n’est plus publiée."
          action={<ButtonLink to="/browse">Parcourir les streamers</ButtonLink>}
        />
      )}
    </div>
  );
}

const ProfilePage = memo(function ProfilePage({ streamer }: { streamer: Streamer }) {
  const { state } = useAuth();
  const viewerId = state.status === 'signed-in' ? state.user.id : null;
  const zone = useZone(viewerId);
  const isOwn = viewerId === streamer.id;
  const isPublic = streamer.published_at !== null && streamer.withheld_at === null;
  const isVisitor = state.status !== 'loading' && !isOwn && isPublic;
  useVisit(isVisitor ? visitOf(streamer, { kind: 'profile', streamerId: streamer.id }) : null);
  const hasChannel = streamer.streamer_channels.length > 0;
  const live = useLiveNow(hasChannel ? [{ id: streamer.id, live: isLive(streamer) }] : []).has(streamer.id);
  const isMinor = useIsMinor(
    viewerId,
    streamer.offers.some((offer) => offer.adults_only),
  );
  /** Whether it is for this person: some are for adults alone. */
  const isOpen = (offer: Offer) => !(offer.adults_only && isMinor);

  return (
    <div className="wrap pt-4 pb-16 sm:pt-6">
      {!isPublic && (
        <p role="status" className="mb-5 rounded-lg border border-line-strong px-5 py-4 text-small text-soft">
          Cette page n’est pas publiée : le public ne la voit pas.
        </p>
      )}
      <ProfileHead
        streamer={streamer}
        live={live}
        actions={
          <>
            {isOwn ? (
              <ButtonLink to="/streamer-dashboard/settings">Modifier ma page</ButtonLink>
            ) : (
              state.status !== 'loading' && (
                <FavouriteButton
                  streamer={{ id: streamer.id, displayName: streamer.display_name }}
                  viewerId={viewerId}
                  look="button"
                />
              )
            )}
            <ShareButton
              title={`${streamer.display_name} sur Loge`}
              path={`/streamer/${streamer.handle}${AS_SHARED}`}
            />
          </>
        }
      />
      <div className="mt-5 grid items-start gap-x-10 sm:mt-7 gap-y-9 lg:grid-cols-[1fr_19rem]">
        <aside className="lg:sticky lg:top-6 lg:order-2">
          <FirstPlace
            streamer={streamer}
            offers={streamer.offers.filter(isOpen)}
            isPublic={isPublic}
            zone={zone}
          />
        </aside>
        <div className="grid min-w-0 gap-12">
          <ProfileFacts streamer={streamer} />
          {streamer.films && (
            <section aria-label="Film de présentation">
              <FilmPlayer
                film={streamer.films}
                label={`Film de présentation ${ofName(streamer.display_name)}`}
              />
            </section>
          )}
          {streamer.bio !== '' && (
            <p className="max-w-[65ch] whitespace-pre-line text-soft">{streamer.bio}</p>
          )}
          <Gallery
            name={streamer.display_name}
            urls={streamer.gallery_urls}
            placeholders={(url) => placeholderOf(streamer, url)}
          />
          <LastReview streamer={streamer} />
          <section aria-labelledby="offers">
            <h2 id="offers" className="mb-5 text-heading">
              Sessions
            </h2>
            {streamer.offers.length === 0 ? (
              <EmptyState
                title="Aucune offre pour le moment"
                description={`${streamer.display_name} n’a pas d’offre ouverte à la réservation.`}
              />
            ) : (
              <ul className="grid gap-4">
                {streamer.offers.map((offer) => (
                  <li key={offer.id}>
                    <OfferWithStarts
                      streamer={streamer}
                      isPublic={isPublic}
                      offer={offer}
                      zone={zone}
                      closed={!isOpen(offer)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Reviews streamer={streamer} zone={zone} />
          {isPublic && state.status !== 'loading' && (
            <ReportAny streamer={streamer} signedIn={viewerId !== null} isOwn={isOwn} zone={zone} />
          )}
        </div>
      </div>
    </div>
  );
});

/**
 * The one flag of the page: it asks which of its parts is meant, the reviews that are shown
 * included.
 */
function ReportAny({ streamer, signedIn, isOwn, zone }: ReportAnyProps) {
  const reviews = useInfiniteQuery(reviewsQuery(streamer.id)).data?.pages.flat() ?? [];
  const part = (kind: SubjectKind, id: string | null, what: string): Reportable[] =>
    id === null
      ? []
      : [{ subject: { kind, id, ...(OF_FILES.has(kind) && { personId: streamer.id }) }, what }];
  const pictures = streamer.gallery_urls;
  const ofPage = [
    ...part('profile', streamer.id, `le profil ${ofName(streamer.display_name)}`),
    ...part('picture', pictureId(streamer.avatar_url), 'la photo'),
    ...part('picture', pictureId(streamer.banner_url), 'la couverture'),
    ...part('film', pictureId(streamer.films?.film_url ?? null), 'le film'),
    ...pictures.flatMap((url, at) =>
      part('picture', pictureId(url), `l’image ${String(at + 1)} sur ${String(pictures.length)}`),
    ),
    ...streamer.offers.flatMap(({ id, title }) => part('offer', id, `l’offre « ${title} »`)),
  ];
  const ofReviews = reviews.flatMap(({ id, author_name: author, offer_title: offer, created_at: at }) =>
    part(
      'review',
      id,
      `l’avis ${ofName(author ?? 'un compte supprimé')} sur « ${offer} », ${formatDay(at, zone, { weekday: false, year: true })}`,
    ),
  );
  const [first, ...others] = isOwn ? ofReviews : [...ofPage, ...ofReviews];
  return (
    first && (
      <p>
        <ReportButton {...first} others={others} signedIn={signedIn} />
      </p>
    )
  );
}

interface ReportAnyProps {
  streamer: Streamer;
  signedIn: boolean;
  /** A streamer reports what others wrote on their page. */
  isOwn: boolean;
  zone: string;
}

interface StartsProps {
  streamer: Streamer;
  /** Of a page that the public does not see, nobody asks when it is free. */
  isPublic: boolean;
  zone: string;
}

/**
 * The free hours come after the page: each place that shows them asks for itself, so that only
 * these are drawn again.
 */
const useNextStarts = ({ streamer, isPublic }: StartsProps) =>
  useQuery(nextStartsQuery(isPublic ? streamer.id : null));

function FirstPlace({ offers, ...props }: StartsProps & { offers: readonly Offer[] }) {
  const { streamer, isPublic, zone } = props;
  const { data, error } = useNextStarts(props);
  return error ? (
    <ErrorState title="Les heures libres n’ont pas pu être chargées" description={errorText(error)} />
  ) : (
    <NextPlace
      handle={streamer.handle}
      next={isPublic ? data && firstOf(offers, data.offers) : null}
      zone={zone}
      streamerZone={streamer.zone}
    />
  );
}

interface OfferProps extends StartsProps {
  offer: Offer;
  /** Not for this person. */
  closed: boolean;
}

function OfferWithStarts({ offer, closed, ...props }: OfferProps) {
  const { data, error } = useNextStarts(props);
  const found = data?.offers.find(({ offerId }) => offerId === offer.id)?.starts;
  const starts = found ?? (data || error || !props.isPublic ? [] : null);
  return (
    <OfferCard
      handle={props.streamer.handle}
      offer={offer}
      starts={starts}
      zone={props.zone}
      closed={closed}
    />
  );
}

/** The first start of all offers; of two at once that of the offer that comes first. */
function firstOf(
  offers: readonly Offer[],
  free: readonly { offerId: string; starts: readonly string[] }[],
): NextPlaceStart | null {
  let first: NextPlaceStart | null = null;
  for (const offer of offers) {
    const start = free.find(({ offerId }) => offerId === offer.id)?.starts[0];
    if (start !== undefined && (first === null || start < first.start)) first = { offer, start };
  }
  return first;
}
