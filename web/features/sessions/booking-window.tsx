import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import { instantOf, parseInstant } from '#product/shared/time/instant.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { AddToCalendar } from '#web/entities/booking/add-to-calendar.tsx';
import {
  type BookingDetails,
  isLiveRow,
  type Side,
  startOf,
  zonesOf,
} from '#web/entities/booking/booking.ts';
import { bookingQuery, historyQuery } from '#web/entities/booking/queries.ts';
import { TwoStarts } from '#web/entities/booking/two-starts.tsx';
import { WholeSession } from '#web/entities/booking/whole-session.tsx';
import { ReportButton } from '#web/entities/report/report-button.tsx';
import { HelpButton } from '#web/entities/support/help-button.tsx';
import { BookingActions } from '#web/features/sessions/booking-actions.tsx';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { describeStep } from '#web/features/sessions/describe-step.ts';
import { capitalised, formatDateTime, formatMoney } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorLine, ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface BookingWindowProps {
  /** From the address; null: closed. */
  bookingId: string | null;
  side: Side;
  onClose: () => void;
  /** The content that the page adds about a booking from another feature: its messages. */
  children?: ((booking: BookingDetails) => ReactNode) | undefined;
}

/**
 * A booking with everything about it: the ticket, what one may do, the policy, the answers, the
 * history.
 */
export function BookingWindow({ bookingId, side, onClose, children }: BookingWindowProps) {
  return (
    <Sheet open={bookingId !== null} onOpenChange={(open) => open || onClose()} title="Réservation">
      {bookingId !== null && (
        <BookingContent bookingId={bookingId} side={side}>
          {children}
        </BookingContent>
      )}
    </Sheet>
  );
}

type ContentProps = Pick<BookingWindowProps, 'side' | 'children'>;

function BookingContent({ bookingId, side, children }: ContentProps & { bookingId: string }) {
  const one = useQuery(bookingQuery(bookingId));
  if (one.isPending) return <Skeleton className="h-64" />;
  if (one.isError) {
    return (
      <ErrorState
        title="Cette réservation n’a pas pu être chargée"
        onRetry={() => one.refetch()}
        retrying={one.isFetching}
      />
    );
  }
  if (!one.data) {
    return (
      <EmptyState title="Réservation introuvable" description="Elle n’existe pas, ou n’est pas la vôtre." />
    );
  }
  return (
    <BookingBody booking={one.data} side={side}>
      {children}
    </BookingBody>
  );
}

/** Shows what a code took off, and who gets less by it. */
function codeText(
  { discount_code: code, discount_cents: discount, discount_borne_by: by }: BookingDetails,
  side: Side,
): string {
  const taken = `Code ${code ?? ''} : ${formatMoney(discount)} de remise, déjà déduits du prix.`;
  if (side === 'viewer') return taken;
  return by === 'platform'
    ? `${taken} Loge la prend sur sa commission : votre part ne change pas.`
    : `${taken} C’est un de vos codes.`;
}

function BookingBody({ booking, side, children }: ContentProps & { booking: BookingDetails }) {
  const { own, other } = zonesOf(booking, side);
  const tiers = explainPolicy(
    booking.policy,
    booking.price_cents as Cents,
    startOf(booking),
    instantOf(Date.now()),
  );
  const files = useAttachments('booking_id', [booking.id]).get(booking.id);
  const answered = booking.questions.filter(({ id }) => (booking.answers[id] ?? '') !== '');
  return (
    <div className="grid gap-7">
      <BookingTicket booking={booking} side={side} />
      {booking.proposed_start_at && (
        <div className="grid gap-1 rounded-lg bg-spot-wash p-4 text-small">
          <p className="font-semibold">
            Autre horaire proposé : {formatDateTime(booking.proposed_start_at, own)}
          </p>
          <TwoStarts
            before={startOf(booking)}
            after={parseInstant(booking.proposed_start_at)}
            minutes={booking.duration_minutes}
            {...{ own, other }}
          />
          {booking.proposal_note && <p className="text-soft">« {booking.proposal_note} »</p>}
          {booking.proposal_answer_by && (
            <p className="text-soft">À répondre avant le {formatDateTime(booking.proposal_answer_by, own)}</p>
          )}
        </div>
      )}
      {booking.status === 'requested' && booking.answer_by && !booking.proposed_start_at && (
        <p className="text-small text-soft">
          {side === 'streamer' ? 'À accepter' : 'Réponse attendue'} avant le{' '}
          {formatDateTime(booking.answer_by, own)}. Sans réponse, la demande expire et rien n’est débité.
        </p>
      )}
      {booking.discount_code !== null && (
        <p className="num text-small text-soft">{codeText(booking, side)}</p>
      )}
      {booking.reason && <p className="text-small text-soft">« {booking.reason} »</p>}
      <BookingActions booking={booking} side={side} />
      {side === 'streamer' && booking.seats > 1 && (
        <WholeSession sessionId={booking.session_id} by="streamer" />
      )}
      <div className="flex flex-wrap gap-3">
        {isLiveRow(booking) && booking.status !== 'held' && <AddToCalendar booking={booking} side={side} />}
        {side === 'viewer' && booking.captured_cents > 0 && (
          <ButtonLink
            size="sm"
            tone="quiet"
            to={`/viewer-dashboard/payments?receipt=${booking.payment_id ?? ''}`}
          >
            <FileText aria-hidden="true" />
            Reçu
          </ButtonLink>
        )}
        <HelpButton about={{ kind: 'booking', id: booking.id }} what="cette session" />
        {booking.confirmed_at !== null && (
          <ReportButton subject={{ kind: 'session', id: booking.id }} what="cette session" signedIn />
        )}
      </div>
      {children?.(booking)}
      {booking.price_cents > 0 && isLiveRow(booking) && (
        <section className="grid gap-3">
          <h3 className="text-title">{side === 'viewer' ? 'Si vous annulez' : 'Si le viewer annule'}</h3>
          <PolicyLines tiers={tiers} zone={own} side={side} marked />
        </section>
      )}
      {booking.refunded_cents > 0 && (
        <p className="num text-small text-settled">
          {formatMoney(booking.refunded_cents)} remboursés sur {formatMoney(booking.captured_cents)} payés
        </p>
      )}
      {(answered.length > 0 || (files?.length ?? 0) > 0) && (
        <section className="grid gap-3">
          <h3 className="text-title">{side === 'viewer' ? 'Vos réponses' : 'Ses réponses'}</h3>
          <dl className="grid gap-3 text-small">
            {answered.map(({ id, label }) => (
              <div key={id} className="grid gap-0.5">
                <dt className="text-muted">{label}</dt>
                <dd className="whitespace-pre-line">{booking.answers[id]}</dd>
              </div>
            ))}
          </dl>
          <AttachmentList files={files} />
        </section>
      )}
      <History bookingId={booking.id} side={side} zone={own} />
    </div>
  );
}

function History({ bookingId, side, zone }: { bookingId: string; side: Side; zone: string }) {
  const history = useQuery(historyQuery(bookingId));
  if (history.isError) {
    return (
      <ErrorLine onRetry={history.refetch} retrying={history.isFetching}>
        L’historique n’a pas pu être chargé.
      </ErrorLine>
    );
  }
  if (!history.data || history.data.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="text-title">Historique</h3>
      <ol className="num grid gap-2.5 border-l border-line pl-4 text-small">
        {history.data.map((step) => (
          <li key={step.id} className="grid gap-0.5">
            <span>{describeStep(step, side, zone)}</span>
            <time dateTime={step.at} className="text-kicker text-muted">
              {capitalised(formatDateTime(step.at, zone))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
