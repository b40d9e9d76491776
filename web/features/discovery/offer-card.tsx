import { categoryName } from '#domain/discovery/categories.ts';
import type { Offer } from '#web/entities/streamer/queries.ts';
import { NextStarts } from '#web/features/discovery/next-starts.tsx';
import { PolicyText } from '#web/features/discovery/policy-text.tsx';
import { formatDuration, formatPlacePrice } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface OfferCardProps {
  handle: string;
  offer: Offer;
  /** Its next free starts; null while they are not known. */
  starts: readonly string[] | null;
  zone: string;
}

/** What one takes place in: what it is, what it costs, when it is next free, and what cancelling gives back. */
export function OfferCard({ handle, offer, starts, zone }: OfferCardProps) {
  const facts = [
    formatDuration(offer.duration_minutes),
    offer.seats === 1 ? 'en tête à tête' : `jusqu’à ${String(offer.seats)} personnes`,
    categoryName(offer.category),
    offer.confirmation === 'instant' ? 'confirmée tout de suite' : 'sur demande',
  ];
  return (
    <Card className="grid gap-x-6 gap-y-5 md:grid-cols-[1fr_17rem]">
      <div className="grid content-start gap-2">
        <h3 className="text-title">{offer.title}</h3>
        <p className="num text-small text-muted">{facts.join(' · ')}</p>
        {offer.description !== '' && (
          <p className="max-w-[60ch] text-small whitespace-pre-line text-soft">{offer.description}</p>
        )}
        <div className="mt-3">
          <NextStarts handle={handle} offer={offer} starts={starts} zone={zone} />
        </div>
      </div>
      <div className="grid content-start gap-4 md:border-l md:border-line md:pl-6">
        <p className="display num text-figure">{formatPlacePrice(offer.price_cents)}</p>
        <PolicyText policy={offer.policy} priceCents={offer.price_cents} />
        <ButtonLink
          to={`/book-session/${handle}?offer=${offer.id}`}
          aria-label={`Voir toutes les heures, ${offer.title}`}
        >
          Toutes les heures
        </ButtonLink>
      </div>
    </Card>
  );
}
