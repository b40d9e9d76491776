import { localDateAt } from '#product/shared/time/wall-time.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import { Notice } from '#web/features/booking/notices.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import type { BookingPerson } from '#web/features/booking/stage.ts';
import { Frame, StepTitle } from '#web/features/booking/stage-frame.tsx';
import { isFree, useStarts } from '#web/features/booking/use-starts.ts';
import { formatPlacePrice, formatShortDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { monthOf } from '#web/ui/calendar-days.ts';

interface IdentifyStageProps {
  streamer: Streamer;
  /** Null when the address names a booking alone. */
  offer: Offer | null;
  zone: string;
  navigation: BookingNavigation;
  person: BookingPerson;
}

/**
 * The start is chosen and nobody is signed in: one signs up or in right here, beside the summary. A
 * place is held for somebody, so this one is not held yet, and the page says so; it follows what
 * others take meanwhile. Once somebody is signed in the start is held.
 */
export function IdentifyStage({ streamer, offer, zone, navigation, person }: IdentifyStageProps) {
  const { address, go, pathWith } = navigation;
  const { start } = address;
  const starts = useStarts({
    streamer,
    offerId: start === null ? null : (offer?.id ?? null),
    seats: offer?.seats ?? 1,
    zone,
    month: start === null ? null : monthOf(localDateAt(zone, start)),
    day: null,
  });
  const isGone = start !== null && starts.isKnown && !isFree(starts, start);
  if (offer === null) {
    return (
      <div className="mx-auto grid w-full max-w-[30rem] gap-6">
        <StepTitle lead="Connectez-vous pour retrouver cette réservation.">
          Votre réservation vous attend
        </StepTitle>
        {person.signUpOrIn(pathWith({}))}
      </div>
    );
  }
  const change = (
    <Button tone="quiet" size="sm" onClick={() => go({ step: null })}>
      Changer de créneau
    </Button>
  );
  return (
    <Frame
      place={
        <PlacePanel
          place={placeOfOffer(offer, start)}
          zone={zone}
          streamerZone={streamer.zone}
          streamerName={streamer.display_name}
          action={change}
        />
      }
    >
      {isGone && (
        <Notice
          title="Cette heure vient d’être prise"
          actions={<Button onClick={() => go({ step: null, start: null })}>Choisir une autre heure</Button>}
        >
          <p>Ce que vous avez saisi ici reste : vous pourrez continuer avec une autre heure.</p>
        </Notice>
      )}
      {start !== null && (
        <p className="num flex flex-wrap justify-between gap-x-4 border-b border-line pb-4 text-small lg:hidden">
          <b>{formatShortDateTime(start, zone)}</b>
          <span className="text-soft">{`${offer.title}, ${formatPlacePrice(offer.price_cents)}`}</span>
        </p>
      )}
      <StepTitle
        lead={
          'Votre choix reste affiché ici. La place est gardée 10\u00a0minutes à votre nom dès que vous avez un compte, ou que vous êtes connecté.'
        }
      >
        Qui prend place ?
      </StepTitle>
      <div className="max-w-[30rem]">{person.signUpOrIn(pathWith({}))}</div>
    </Frame>
  );
}
