import type { ReactNode } from 'react';
import type { Instant } from '#domain/time/instant.ts';
import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import { BookedStage } from '#web/features/booking/booked-stage.tsx';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { DetailsStage } from '#web/features/booking/details-stage.tsx';
import { IdentifyStage } from '#web/features/booking/identify-stage.tsx';
import { LostStage } from '#web/features/booking/lost-stage.tsx';
import type { Refusal } from '#web/features/booking/notices.tsx';
import { RecapStage } from '#web/features/booking/recap-stage.tsx';
import { SettlingStage } from '#web/features/booking/settling-stage.tsx';
import { type BookingPerson, idOf, type Stage } from '#web/features/booking/stage.ts';
import { TakeStage } from '#web/features/booking/take-stage.tsx';

interface LaterStagesProps {
  streamer: Streamer;
  person: BookingPerson;
  zone: string;
  stage: Exclude<Stage, { kind: 'choose' | 'unknown' }>;
  offer: Offer | null;
  navigation: BookingNavigation;
  commands: BookingCommands;
  /** Undefined while they are not known: the choice lets them go first. */
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
      return (
        <BookedStage booking={stage.booking} zone={zone} bookingPath={person.bookingPath(stage.booking.id)} />
      );
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
