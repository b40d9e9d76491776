import { type ReactNode, useEffect, useState } from 'react';
import type { Instant } from '#product/shared/time/instant.ts';
import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import { BookedStage } from '#web/features/booking/booked-stage.tsx';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { DetailsStage } from '#web/features/booking/details-stage.tsx';
import { IdentifyStage } from '#web/features/booking/identify-stage.tsx';
import type { Refusal } from '#web/features/booking/notices.tsx';
import { RecapStage } from '#web/features/booking/recap-stage.tsx';
import { type BookingPerson, idOf, type Stage } from '#web/features/booking/stage.ts';
import { StepTitle } from '#web/features/booking/stage-frame.tsx';
import { TakeStage } from '#web/features/booking/take-stage.tsx';
import { formatShortDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface SettlingStageProps {
  booking: BookingDetails;
  /** Looks again now. */
  onLook: () => void;
  /** Back to the recap, from where the payment can be opened again. */
  onResume: () => void;
}

/** After this long the page explains the wait. Milliseconds. */
const LONG = 8_000;

/**
 * The payer is back, and the provider's confirmation is on its way to the server: it takes seconds,
 * as a rule.
 */
function SettlingStage({ booking, onLook, onResume }: SettlingStageProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="mx-auto grid min-h-80 max-w-xl content-center justify-items-center gap-6 py-10 text-center">
      <Spinner size="lg" label="Confirmation du paiement" />
      <StepTitle
        lead={
          booking.confirmation === 'instant'
            ? 'Votre billet apparaît ici dès que le prestataire nous le dit.'
            : 'Votre demande part dès que le prestataire nous le dit.'
        }
      >
        Nous attendons la confirmation du paiement
      </StepTitle>
      {long && (
        <div className="grid justify-items-center gap-4">
          <p role="status" className="text-small text-soft">
            C’est plus long que d’habitude. Vous pouvez fermer cette page : un e-mail vous dira ce qu’il en
            est, et rien n’est débité si la place n’est pas à vous.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={onLook}>Vérifier maintenant</Button>
            <Button tone="quiet" onClick={onResume}>
              Je n’ai pas fini de payer
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

interface LostStageProps {
  booking: BookingDetails;
  zone: string;
  /** Asks for the same start again; null when that makes no sense. */
  onTakeAgain: (() => void) | null;
  onChoose: () => void;
}

/** The reason why the booking ended, and the outcome for the money. */
function story({ status, cause, streamer_name, reason, paying }: BookingDetails): {
  title: string;
  lead: string;
} {
  const who = streamer_name ?? 'Le streamer';
  // The server voids an authorisation that comes too late.
  const money = paying
    ? 'Si votre banque a réservé le montant, elle le libère : rien n’est débité.'
    : 'Rien n’a été débité.';
  if (cause === 'hold_released') return { title: 'La place est libérée', lead: money };
  if (status === 'held' || cause === 'hold_lapsed') {
    return {
      title: 'Le temps de garder la place est écoulé',
      lead: `${money} Elle est peut-être encore libre.`,
    };
  }
  if (cause === 'request_unanswered') {
    return { title: `${who} n’a pas répondu à temps`, lead: 'Rien n’a été débité.' };
  }
  if (status === 'declined') {
    const said = reason ? ` ${who} a écrit : «\u202f${reason}\u202f»` : '';
    return { title: 'La demande n’a pas été acceptée', lead: `Rien n’a été débité.${said}` };
  }
  return {
    title: 'Cette réservation est annulée',
    lead: 'Le détail et le remboursement sont dans vos réservations.',
  };
}

/** The hold is over, or the booking ended: what happened, and the next step. */
function LostStage({ booking, zone, onTakeAgain, onChoose }: LostStageProps) {
  const { title, lead } = story(booking);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <StepTitle lead={lead}>{title}</StepTitle>
      <div className="flex flex-wrap gap-3">
        {onTakeAgain && (
          <Button tone="spot" size="lg" onClick={onTakeAgain}>
            <span className="num">Reprendre {formatShortDateTime(startOf(booking), zone)}</span>
          </Button>
        )}
        <Button size="lg" onClick={onChoose}>
          Choisir un autre créneau
        </Button>
      </div>
    </div>
  );
}

interface LaterStagesProps {
  streamer: Streamer;
  person: BookingPerson;
  zone: string;
  stage: Exclude<Stage, { kind: 'choose' | 'unknown' }>;
  offer: Offer | null;
  navigation: BookingNavigation;
  commands: BookingCommands;
  /** Undefined while they are not known: choosing another start releases them first. */
  held: readonly BookingDetails[] | undefined;
  takeAgain: (start: Instant) => void;
  lookAgain: () => void;
  /** Shown while something is on its way. */
  waiting: ReactNode;
  onLook: () => void;
  onRefused: (refusal: Refusal) => void;
}

/** From the chosen start on. */
export function LaterStages(props: LaterStagesProps) {
  const { stage, streamer, offer, zone, navigation, person, commands, held, waiting, takeAgain, lookAgain } =
    props;
  const { go, replace, address } = navigation;
  switch (stage.kind) {
    case 'loading':
      return waiting;
    case 'identify':
      return (
        <IdentifyStage {...{ streamer, zone, navigation, person }} offer={address.bookingId ? null : offer} />
      );
    case 'take':
      return offer === null || held === undefined ? (
        waiting
      ) : (
        <TakeStage
          {...{ streamer, offer, zone, commands, held }}
          personId={idOf(person.visitor)}
          key={`${offer.id} ${String(stage.start)}`}
          start={stage.start}
          onHeld={(booking) => replace({ booking, step: 'details', payment: null, mode: null })}
          onRefused={props.onRefused}
        />
      );
    case 'details':
      return (
        <DetailsStage
          {...{ streamer, zone, commands }}
          booking={stage.booking}
          onOver={lookAgain}
          onDone={() => go({ step: 'recap' })}
        />
      );
    case 'recap':
      return (
        <RecapStage
          {...{ streamer, zone, commands }}
          booking={stage.booking}
          left={address.payment !== null}
          codeAsked={address.code}
          onCodeAsked={() => replace({ code: null })}
          onOver={lookAgain}
          onEdit={() => go({ step: 'details' })}
          onTaken={props.onLook}
        />
      );
    case 'settling':
      return (
        <SettlingStage
          booking={stage.booking}
          onLook={props.onLook}
          onResume={() => replace({ payment: 'left', step: 'recap' })}
        />
      );
    case 'booked':
      return <BookedStage booking={stage.booking} {...{ zone, person }} />;
    case 'lost':
      return (
        <LostStage
          booking={stage.booking}
          zone={zone}
          onTakeAgain={
            stage.booking.start_at > new Date().toISOString() ? () => takeAgain(startOf(stage.booking)) : null
          }
          onChoose={() => go({ booking: null, step: null, payment: null, start: null })}
        />
      );
  }
}
