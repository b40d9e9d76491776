import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatInstant, type Instant } from '#product/shared/time/instant.ts';
import { AgeQuestion } from '#web/entities/age/age-question.tsx';
import { ageQuery } from '#web/entities/age/own-age.ts';
import { type BookingDetails, holdEnd, startOf } from '#web/entities/booking/booking.ts';
import { heldQuery } from '#web/entities/booking/queries.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import type { Refusal } from '#web/features/booking/notices.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import { Frame } from '#web/features/booking/stage-frame.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { sourceFor } from '#web/lib/visits.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface TakeStageProps {
  streamer: Streamer;
  offer: Offer;
  start: Instant;
  zone: string;
  personId: string | null;
  commands: BookingCommands;
  /** Places held with this streamer already: choosing another start releases them. */
  held: readonly BookingDetails[];
  onHeld: (bookingId: string) => void;
  onRefused: (refusal: Refusal) => void;
}

/**
 * Holds the chosen start, once; before the first one it asks for the age. Here one comes from the
 * choice, or from signing in.
 */
export function TakeStage(props: TakeStageProps) {
  const { streamer, offer, start, zone, personId, commands, held, onHeld, onRefused } = props;
  const client = useQueryClient();
  const asked = useRef(false);
  const age = useQuery({ ...ageQuery(personId ?? ''), enabled: personId !== null });
  const asksAge = age.data === null && age.isFetchedAfterMount;
  // The server knows it best, so it is asked where the page could not read it.
  const mayAsk = personId === null || age.isError || (age.isSuccess && age.data !== null);

  useEffect(() => {
    if (asked.current || !mayAsk) return;
    asked.current = true;
    const take = async () => {
      // A hold that has run out may not have been ended yet.
      const live = held.filter((booking) => holdEnd(booking) > serverNow());
      const same = heldAt(live);
      if (same) return onHeld(same.id);
      for (const { id } of live) await commands.release.run({ bookingId: id });
      try {
        const { bookingId } = await commands.hold.run({
          offerId: offer.id,
          offerRevision: offer.revision,
          start: formatInstant(start),
          viewerZone: zone,
          source: sourceFor(streamer),
        });
        onHeld(bookingId);
      } catch (error) {
        // Two tabs notice a sign-in at the same moment, and both ask: the place that the other one
        // got belongs to this person too.
        const now = heldAt(await client.fetchQuery({ ...heldQuery(streamer.id, personId), staleTime: 0 }));
        if (!now) throw error;
        onHeld(now.id);
      }
    };
    /** This very start, held already by another tab. */
    const heldAt = (bookings: readonly BookingDetails[]) =>
      bookings.find((booking) => booking.offer_id === offer.id && startOf(booking) === start);
    take().catch((error: unknown) => onRefused({ error, offer, start }));
  });

  return (
    <Frame
      place={
        <PlacePanel
          place={placeOfOffer(offer, start)}
          zone={zone}
          streamerZone={streamer.zone}
          streamerName={streamer.display_name}
        />
      }
    >
      {asksAge ? (
        <AgeQuestion why="booking" />
      ) : (
        <div className="grid min-h-64 place-content-center justify-items-center gap-4">
          <Spinner size="lg" label="Nous gardons votre place" />
          <p className="text-soft">Nous gardons votre place…</p>
        </div>
      )}
    </Frame>
  );
}
