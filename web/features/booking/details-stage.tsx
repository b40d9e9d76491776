import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { attachmentsQuery } from '#web/entities/attachment/queries.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import type { Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { draftAnswers, keepAnswers } from '#web/features/booking/draft.ts';
import { HoldClock } from '#web/features/booking/hold-clock.tsx';
import { IntakeForm } from '#web/features/booking/intake-form.tsx';
import { PlacePanel, placeOfBooking } from '#web/features/booking/place-panel.tsx';
import { Frame, StepTitle } from '#web/features/booking/stage-frame.tsx';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { AttachmentPicker, useFilesToSend } from '#web/ui/attachment-picker.tsx';
import { FormError } from '#web/ui/form-error.tsx';

export interface HeldStageProps {
  streamer: Streamer;
  booking: BookingDetails;
  zone: string;
  commands: BookingCommands;
  /** The hold has run out. */
  onOver: () => void;
}

/** The streamer's questions, while the place is held. */
export function DetailsStage(props: HeldStageProps & { onDone: () => void }) {
  const { streamer, booking, zone, commands, onOver, onDone } = props;
  const { answer } = commands;
  const offerId = booking.offer_id ?? booking.id;
  const refused = answer.error;
  const fields = refused instanceof CommandError ? refused.fields : {};
  const files = useFilesToSend();
  const { restore } = files;
  const { data: sent } = useQuery(attachmentsQuery('booking_id', [booking.id]));
  useEffect(() => {
    if (sent !== undefined)
      restore(sent.map(({ id, file_name: name, size_bytes: size }) => ({ id, name, size })));
  }, [sent, restore]);
  return (
    <Frame
      place={
        <PlacePanel
          place={placeOfBooking(booking)}
          zone={zone}
          streamerZone={streamer.zone}
          streamerName={streamer.display_name}
        >
          <HoldClock booking={booking} commands={commands} onOver={onOver} />
        </PlacePanel>
      }
    >
      <StepTitle lead="Vos réponses ne sont lues que par le streamer, avec votre réservation.">
        {streamer.display_name} aimerait savoir
      </StepTitle>
      {refused && Object.keys(fields).length === 0 && <FormError>{errorText(refused)}</FormError>}
      <IntakeForm
        questions={booking.questions}
        initial={{ ...draftAnswers(streamer.id, offerId), ...booking.answers }}
        onType={(answers) => keepAnswers(streamer.id, offerId, answers)}
        loading={answer.pending}
        errors={fields}
        files={{ busy: files.busy, picker: <AttachmentPicker files={files} /> }}
        onSubmit={(answers) => answer.press({ bookingId: booking.id, answers, files: files.sent }, onDone)}
      />
    </Frame>
  );
}
