import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import { paymentFailureQuery, useLivePayments } from '#web/entities/payment/payment.ts';
import { CodeField } from '#web/features/booking/code-field.tsx';
import type { HeldStageProps } from '#web/features/booking/details-stage.tsx';
import { GUARDIANS_KEY, GuardianNotice, useNeedsGuardian } from '#web/features/booking/guardian-notice.tsx';
import { HoldClock, ReleaseButton } from '#web/features/booking/hold-clock.tsx';
import { Notice } from '#web/features/booking/notices.tsx';
import { IfCancelled, PlacePanel, placeOfBooking } from '#web/features/booking/place-panel.tsx';
import { BottomBar, Frame, StepTitle } from '#web/features/booking/stage-frame.tsx';
import { StreamConsent } from '#web/features/booking/stream-consent.tsx';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import {
  capitalised,
  formatDay,
  formatDuration,
  formatHours,
  formatPlacePrice,
  formatZones,
} from '#web/lib/format.ts';
import { onPageRestored } from '#web/lib/on-page-restored.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Ticket } from '#web/ui/ticket.tsx';

interface RecapStageProps extends HeldStageProps {
  /** Back from the provider's page without having paid. */
  left: boolean;
  /** A code that the address brought; taken once. */
  codeAsked: string | null;
  /** The code of the address was taken, refused or laid down. */
  onCodeAsked: () => void;
  onEdit: () => void;
  /** A free place needs no payment: it is taken now. */
  onTaken: () => void;
}

/**
 * L221-14 of the Code de la consommation asks for these words on what obliges to pay; a free place
 * obliges to nothing.
 */
const orderText = (free: boolean) => (free ? 'Réserver' : 'Réserver avec obligation de paiement');

/** All that is agreed to, and the button that agrees. */
export function RecapStage(props: RecapStageProps) {
  const { streamer, booking, zone, commands, onOver, left, onEdit, onTaken } = props;
  const { pay } = commands;
  const files = useAttachments('booking_id', [booking.id]).get(booking.id);
  const free = booking.price_cents === 0;
  const order = () =>
    pay.press({ bookingId: booking.id, expectedPriceCents: booking.price_cents }, ({ checkoutUrl }) => {
      if (checkoutUrl === null) onTaken();
      else window.location.assign(checkoutUrl);
    });
  // On the way to the provider the button stays busy: the page is about to be left. Back brings the
  // page again, and the button must not be busy for ever.
  const busy = pay.pending || (pay.answer !== undefined && pay.answer.checkoutUrl !== null);
  const { reset } = pay;
  useEffect(() => onPageRestored(reset), [reset]);

  const needsGuardian = useNeedsGuardian(booking.viewer_id, booking.price_cents);
  const wasRefused = pay.error instanceof CommandError && pay.error.code === 'guardian_needed';
  const waitsForGuardian = needsGuardian === true || wasRefused;
  const client = useQueryClient();
  useEffect(() => {
    // The server knows of a consent that was taken back; what the page remembers is read again.
    if (wasRefused) client.invalidateQueries({ queryKey: GUARDIANS_KEY });
  }, [wasRefused, client]);
  const asked = useRef(false);
  useEffect(() => {
    // Consent that was given after a refusal: the button comes back.
    if (asked.current && needsGuardian === false) reset();
    asked.current = wasRefused && needsGuardian === true;
  }, [wasRefused, needsGuardian, reset]);
  // Nothing leads to a payment that is refused.
  const orderButton = waitsForGuardian ? (
    <p className="text-small text-soft">Vous pourrez payer dès que votre parent aura donné son accord.</p>
  ) : (
    <Button
      tone="spot"
      className="min-h-13 w-full px-3"
      loading={busy || needsGuardian === undefined}
      onClick={order}
    >
      {orderText(free)}
    </Button>
  );
  return (
    <Frame
      bar={
        <BottomBar what="Total" price={formatPlacePrice(booking.price_cents)} className="lg:hidden">
          {pay.error && (
            <p role="alert" className="text-small text-live">
              {errorText(pay.error)}
            </p>
          )}
          {orderButton}
          <HoldClock booking={booking} commands={commands} onOver={onOver} inBar />
        </BottomBar>
      }
      place={
        <PlacePanel
          place={placeOfBooking(booking)}
          zone={zone}
          streamerZone={streamer.zone}
          streamerName={streamer.display_name}
          dated={false}
          code={<CodeField {...{ booking, commands }} asked={props.codeAsked} onAsked={props.onCodeAsked} />}
        >
          <div className="grid gap-3">
            {pay.error && (
              <p role="alert" className="text-small text-live max-lg:hidden">
                {errorText(pay.error)}
              </p>
            )}
            <div className="max-lg:hidden">{orderButton}</div>
            {!free && <CardMarks />}
            <p className="text-center text-kicker text-muted">{paymentText(booking.confirmation, free)}</p>
            <p className="text-center text-kicker text-muted">
              {free ? 'En réservant' : 'En payant'}, vous acceptez les{' '}
              <TextLink to="/cgv" target="_blank">
                conditions de vente
              </TextLink>
              . La date étant choisie, on ne peut pas se rétracter{'\u202f'}; on peut annuler.
            </p>
            <div className="max-lg:hidden">
              <HoldClock booking={booking} commands={commands} onOver={onOver} />
            </div>
            <div className="text-center lg:hidden">
              <ReleaseButton {...{ booking, commands }} />
            </div>
          </div>
        </PlacePanel>
      }
    >
      {waitsForGuardian && <GuardianNotice />}
      {left && booking.paying && !waitsForGuardian && <PaymentLeft booking={booking} />}
      <StepTitle
        lead={
          booking.confirmation === 'on_request'
            ? `${streamer.display_name} répond à chaque demande. Rien n’est débité tant qu’elle n’est pas acceptée.`
            : undefined
        }
      >
        Vérifiez votre réservation
      </StepTitle>
      <Ticket
        level={3}
        offer={`${booking.title} · ${formatDuration(booking.duration_minutes)} · en visio`}
        date={capitalised(formatDay(startOf(booking), zone))}
        time={formatHours(startOf(booking), booking.duration_minutes, zone)}
        zones={formatZones(startOf(booking), zone, streamer.zone)}
        person={{ name: streamer.display_name, avatarUrl: streamer.avatar_url, note: streamer.headline }}
        state={{ tone: 'spot', label: 'Gardée' }}
      />
      <IfCancelled
        place={placeOfBooking(booking)}
        start={startOf(booking)}
        zone={zone}
        streamerName={streamer.display_name}
      />
      {booking.questions.length > 0 && (
        <section aria-label="Vos réponses" className="grid gap-3">
          <div className="flex items-baseline justify-between gap-4">
            <h3 className="text-title">Vos réponses</h3>
            <Button tone="quiet" size="sm" onClick={onEdit}>
              Modifier
            </Button>
          </div>
          <dl className="grid gap-3 text-small">
            {booking.questions.map(({ id, label }) => (
              <div key={id} className="grid gap-0.5">
                <dt className="text-muted">{label}</dt>
                <dd className="whitespace-pre-line">{booking.answers[id] || 'Sans réponse'}</dd>
              </div>
            ))}
          </dl>
          <AttachmentList files={files} />
        </section>
      )}
      {booking.viewer_id !== null && booking.has_overlay && <StreamConsent viewerId={booking.viewer_id} />}
    </Frame>
  );
}

function paymentText(confirmation: 'instant' | 'on_request', free: boolean): string {
  if (free) return 'Rien à payer, aucune carte demandée.';
  return confirmation === 'instant'
    ? 'Vous payez sur la page sécurisée de notre prestataire.'
    : 'Votre carte est vérifiée maintenant, débitée seulement si la demande est acceptée.';
}

/** Shows the means of payment, and with whom one pays. */
function CardMarks() {
  const [{ paidBy }] = useState(readPageConfig);
  return (
    <p className="flex flex-wrap items-center justify-center gap-1.5 text-kicker text-muted">
      {['CB', 'Visa', 'Mastercard'].map((mark) => (
        <span
          key={mark}
          className="rounded-sm border border-line-strong px-1.5 py-0.5 font-semibold text-soft"
        >
          {mark}
        </span>
      ))}
      <span className="ml-1">
        {paidBy === null ? 'paiement d’essai, aucune vraie carte' : `avec ${paidBy}`}
      </span>
    </p>
  );
}

/** The provider's page was left, after a refused card or before any. */
function PaymentLeft({ booking }: { booking: BookingDetails }) {
  useLivePayments(booking.viewer_id ?? '', 'viewer');
  const failure = useQuery(paymentFailureQuery(booking.id));
  const declined = failure.data !== null && failure.data !== undefined;
  const challenge = failure.data?.includes('authentication') ?? false;
  return (
    <Notice
      tone={declined ? 'warning' : 'plain'}
      title={
        challenge
          ? 'L’authentification 3-D Secure n’a pas abouti'
          : declined
            ? 'Votre banque a refusé la carte'
            : 'Le paiement n’est pas terminé'
      }
    >
      <p>
        Rien n’a été débité.{' '}
        {declined ? 'Vous pouvez réessayer, ou prendre une autre carte' : 'Vous pouvez reprendre'} tant que
        votre place est gardée.
      </p>
    </Notice>
  );
}
