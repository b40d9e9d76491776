import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import { draftAnswers, keepAnswers } from '#web/features/booking/draft.ts';
import { IntakeForm } from '#web/features/booking/intake-form.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import type { BookingPerson } from '#web/features/booking/stage.ts';
import { Frame, StepTitle } from '#web/features/booking/stage-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface IdentifyStageProps {
  streamer: Streamer;
  /** Null when the address names a booking alone. */
  offer: Offer | null;
  zone: string;
  navigation: BookingNavigation;
  person: BookingPerson;
}

/** The place is chosen and nobody is signed in: the way through, on which nothing is lost. The questions can be answered already. */
export function IdentifyStage({ streamer, offer, zone, navigation, person }: IdentifyStageProps) {
  const { address, go, pathWith } = navigation;
  const here = pathWith({});
  const asks = offer !== null && offer.questions.length > 0;
  const ways = (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={person.signInPath(here)} tone="spot" size="lg" className="max-sm:w-full">
        Se connecter
      </ButtonLink>
      <ButtonLink to={person.signUpPath(here)} size="lg" className="max-sm:w-full">
        Créer un compte
      </ButtonLink>
    </div>
  );
  if (offer === null) {
    return (
      <div className="grid gap-6">
        <StepTitle lead="Connectez-vous pour retrouver cette réservation.">
          Votre réservation vous attend
        </StepTitle>
        {ways}
      </div>
    );
  }
  return (
    <Frame
      place={
        <PlacePanel
          place={placeOfOffer(offer, address.start)}
          zone={zone}
          streamerZone={streamer.zone}
          streamerName={streamer.display_name}
        >
          <Button tone="quiet" size="sm" onClick={() => go({ step: null })}>
            Changer de créneau
          </Button>
        </PlacePanel>
      }
    >
      <StepTitle
        lead={`Connectez-vous ou créez un compte : la place est alors gardée 10\u00a0minutes. Votre choix${asks ? ' et vos réponses restent' : ' reste'} ici.`}
      >
        Qui prend place ?
      </StepTitle>
      {ways}
      {asks && (
        <section aria-label="Questions du streamer" className="grid gap-4 border-t border-line pt-6">
          <div>
            <h3 className="text-title">{streamer.display_name} aimerait savoir</h3>
            <p className="text-small text-muted">Maintenant, ou après vous être connecté.</p>
          </div>
          <IntakeForm
            questions={offer.questions}
            initial={draftAnswers(streamer.id, offer.id)}
            onType={(answers) => keepAnswers(streamer.id, offer.id, answers)}
            onSubmit={null}
          />
        </section>
      )}
    </Frame>
  );
}
