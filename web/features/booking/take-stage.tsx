import { useEffect, useRef } from 'react';
import { formatInstant, type Instant } from '#domain/time/instant.ts';
import { type BookingDetails, holdEnd, startOf } from '#web/entities/booking/booking.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import type { Refusal } from '#web/features/booking/notices.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import { Frame } from '#web/features/booking/stage-frame.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { Spinner } from '#web/ui/spinner.tsx';

interface TakeStageProps {
  streamer: Streamer;
  offer: Offer;
  start: Instant;
  zone: string;
  commands: BookingCommands;
  /** Places held with this streamer already: another choice lets them go. */
  held: readonly BookingDetails[];
  onHeld: (bookingId: string) => void;
  onRefused: (refusal: Refusal) => void;
}

/** Holds the chosen start, once. Here one comes from the choice, or from signing in. */
export function TakeStage(props: TakeStageProps) {
  const { streamer, offer, start, zone, commands, held, onHeld, onRefused } = props;
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const take = async () => {
      // What has run out may not have been cleared away yet.
      const live = held.filter((booking) => holdEnd(booking) > serverNow());
      // Held already, by another tab that came back from signing in.
      const same = live.find((booking) => booking.offer_id === offer.id && startOf(booking) === start);
      if (same) return onHeld(same.id);
      for (const { id } of live) await commands.release.run({ bookingId: id });
      const { bookingId } = await commands.hold.run({
        offerId: offer.id,
        offerRevision: offer.revision,
        start: formatInstant(start),
        viewerZone: zone,
      });
      onHeld(bookingId);
    };
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
      <div className="grid min-h-64 place-content-center justify-items-center gap-4">
        <Spinner size="lg" label="Nous gardons votre place" />
        <p className="text-soft">Nous gardons votre place…</p>
      </div>
    </Frame>
  );
}
