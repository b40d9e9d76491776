import { useState } from 'react';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import { Notice } from '#web/features/booking/notice.tsx';
import { formatPlacePrice } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

/** An offer as the viewer read it, and as it is now (null: gone). */
export interface OfferChange {
  before: Offer;
  now: Offer | null;
}

/** What of the offer is no longer what was read since the page was opened, until the viewer has agreed to it. */
export function useOfferChange(streamer: Streamer, offerId: string | null) {
  const [read, setRead] = useState(() => new Map(streamer.offers.map((offer) => [offer.id, offer])));
  const before = offerId === null ? undefined : read.get(offerId);
  const now = streamer.offers.find(({ id }) => id === offerId) ?? null;
  const change: OfferChange | null = before && before.revision !== now?.revision ? { before, now } : null;
  return {
    change,
    agree: () => setRead(new Map(streamer.offers.map((offer) => [offer.id, offer]))),
  };
}

/** Said before and after. */
export function changeText({ before, now }: OfferChange): string {
  if (now === null) return 'Elle n’est plus proposée. Choisissez-en une autre.';
  if (before.price_cents !== now.price_cents) {
    return `Le prix est passé de ${formatPlacePrice(before.price_cents)} à ${formatPlacePrice(now.price_cents)}.`;
  }
  if (before.duration_minutes !== now.duration_minutes) return 'La durée n’est plus la même.';
  if (before.policy !== now.policy) return 'Les règles d’annulation ne sont plus les mêmes.';
  return 'Sa description ou ses questions ont changé.';
}

interface OfferChangedProps {
  change: OfferChange;
  streamerName: string;
  onAgree: () => void;
}

/** The streamer changed the offer while it was read, or just before it was asked for. */
export function OfferChanged({ change, streamerName, onAgree }: OfferChangedProps) {
  return (
    <Notice
      focused
      title={`${streamerName} vient de modifier cette offre`}
      actions={
        <Button onClick={onAgree}>
          {change.now ? 'Continuer avec la nouvelle offre' : 'Voir les autres offres'}
        </Button>
      }
    >
      <p>{changeText(change)} Rien n’a été débité.</p>
    </Notice>
  );
}
