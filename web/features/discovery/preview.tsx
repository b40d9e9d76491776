import { useQuery } from '@tanstack/react-query';
import type { StreamerCard as Card } from '#product/discovery/contract.ts';
import { type Offer, placeholderOf, type Streamer, streamerQuery } from '#web/entities/streamer/queries.ts';
import { OfferCard } from '#web/features/discovery/offer-card.tsx';
import { isLive, ProfileHead } from '#web/features/discovery/profile-head.tsx';
import { StreamerCard } from '#web/features/discovery/streamer-card.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/discovery/discovery.css';

interface PreviewProps {
  streamerId: string;
  /** The draft of the page, instead of its saved row. */
  page?: Partial<Streamer>;
  /** The draft of an offer; its id is null while it is new. It is shown also while it is closed. */
  offer?: Omit<Offer, 'id' | 'position' | 'revision' | 'archived_at'> & { id: string | null };
}

const NEW = 'new';

/**
 * The card of the search and the profile as viewers would see them, to look at: nothing in it can
 * be pressed.
 */
export function Preview({ streamerId, page, offer }: PreviewProps) {
  const { data, error, refetch, isFetching } = useQuery(streamerQuery(streamerId));
  if (error)
    return (
      <ErrorState
        title="L’aperçu n’a pas pu être chargé"
        description={errorText(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  if (!data) return <Skeleton className="h-96" />;
  const streamer = { ...data, ...page };
  const offers = withDraft(data.offers, offer);
  return (
    <div className="grid gap-6">
      <section aria-labelledby="preview-card" className="grid gap-3">
        <h3 id="preview-card" className="text-small text-muted">
          Dans la recherche
        </h3>
        <div inert className="max-w-80">
          <StreamerCard
            card={cardOf(streamer, offers)}
            zone={deviceZone()}
            viewerId={streamerId}
            startStands="Votre prochaine heure libre"
          />
        </div>
      </section>
      <section aria-labelledby="preview-profile" className="grid gap-3">
        <h3 id="preview-profile" className="text-small text-muted">
          Sur votre page
        </h3>
        <div inert className="grid gap-6 overflow-hidden rounded-xl border border-line bg-ground p-3 sm:p-5">
          <ProfileHead streamer={streamer} live={isLive(streamer)} actions={null} />
          {streamer.bio !== '' && <p className="whitespace-pre-line text-soft">{streamer.bio}</p>}
          {offers.map((each) => (
            <OfferCard key={each.id} handle={streamer.handle} offer={each} starts={[]} zone={deviceZone()} />
          ))}
        </div>
      </section>
    </div>
  );
}

/**
 * The offers of a page with the one that is being written: in its place, or last while it is new.
 */
function withDraft(offers: readonly Offer[], draft: PreviewProps['offer']): Offer[] {
  if (!draft) return [...offers];
  const shown: Offer = {
    ...draft,
    id: draft.id ?? NEW,
    position: offers.length,
    revision: 0,
    archived_at: null,
  };
  return offers.some(({ id }) => id === shown.id)
    ? offers.map((offer) => (offer.id === shown.id ? shown : offer))
    : [...offers, shown];
}

/**
 * The card that the search would show: from the same offers, without a next start, which is not
 * looked for here.
 */
function cardOf(streamer: Streamer, offers: readonly Offer[]): Card {
  const prices = offers.map(({ price_cents }) => price_cents);
  const paid = prices.filter((price) => price > 0);
  return {
    id: streamer.id,
    handle: streamer.handle,
    displayName: streamer.display_name,
    headline: streamer.headline,
    avatarUrl: streamer.avatar_url,
    bannerUrl: streamer.banner_url,
    bannerPlaceholder: placeholderOf(streamer, streamer.banner_url),
    filmUrl: streamer.films?.film_url ?? null,
    categories: streamer.categories,
    languages: streamer.languages,
    ratingAverage: streamer.rating_average,
    ratingCount: streamer.rating_count,
    featured: false,
    fromPriceCents: paid.length === 0 ? null : Math.min(...paid),
    free: paid.length === prices.length ? 'none' : paid.length > 0 ? 'trial' : 'only',
    durations: offers.map(({ duration_minutes }) => duration_minutes),
    nextFree: null,
    adultsOnly: offers.length > 0 && offers.every(({ adults_only }) => adults_only),
    channels: streamer.streamer_channels.map(({ provider, name, live_since }) => ({
      provider,
      name,
      live: live_since !== null,
    })),
  };
}
