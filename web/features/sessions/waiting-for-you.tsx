import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { releaseHold } from '#product/booking/contract.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { type BookingDetails, holdEnd, otherOf, type Side, zonesOf } from '#web/entities/booking/booking.ts';
import { awaitingQuery, BOOKINGS_KEY } from '#web/entities/booking/queries.ts';
import { OFFERS_KEY } from '#web/entities/offer/queries.ts';
import { BookingActions } from '#web/features/sessions/booking-actions.tsx';
import { BookingTicket } from '#web/features/sessions/booking-ticket.tsx';
import { PayHold } from '#web/features/sessions/pay-hold.tsx';
import { formatDateTime, formatDuration, formatPlacePrice } from '#web/lib/format.ts';
import { serverAhead } from '#web/lib/server-clock.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';

/**
 * Held places that end in minutes unless they are paid: the ticket, the time left, and the amber
 * button.
 */
export function UnpaidHolds({ holds }: { holds: readonly BookingDetails[] }) {
  if (holds.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-title">{holds.length === 1 ? 'Place à payer' : 'Places à payer'}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {holds.map((booking, index) => (
          <li key={booking.id}>
            <UnpaidHold booking={booking} lit={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UnpaidHold({ booking, lit }: { booking: BookingDetails; lit: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  useFocusHandover(root);
  const release = useCommand(releaseHold, { changes: [BOOKINGS_KEY, OFFERS_KEY], done: 'Place libérée' });
  return (
    <div ref={root} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BookingTicket booking={booking} side="viewer" />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <PayHold
          booking={booking}
          tone={lit ? 'spot' : 'outline'}
          size="lg"
          about={rowName(booking, 'viewer')}
        />
        {/* Said now and then to who does not see it run. */}
        <Countdown until={holdEnd(booking)} ahead={serverAhead()} className="sr-only" />
        <Button
          tone="quiet"
          size="sm"
          loading={release.pending}
          onClick={() => release.press({ bookingId: booking.id })}
        >
          Libérer la place<span className="sr-only">, {rowName(booking, 'viewer')}</span>
        </Button>
      </div>
    </div>
  );
}

/**
 * The name that tells one booking from the next, for people who only hear its button: « Coaching
 * avec Léa, jeudi 12 mars à 18 h 30 ».
 */
const rowName = (booking: BookingDetails, side: Side): string =>
  `${booking.title} avec ${otherOf(booking, side).name}, ${formatDateTime(booking.start_at, zonesOf(booking, side).own)}`;

interface WaitingForYouProps {
  userId: string;
  side: Side;
  hrefOf: (bookingId: string) => string;
  /** False: something above is more urgent and has the amber button. */
  lit?: boolean;
}

/** So many are read at a glance; the others are one button away. */
const FEW = 3;

/** When one's answer comes too late. */
const endOf = ({ answer_by, start_at }: BookingDetails): number => parseInstant(answer_by ?? start_at);

/**
 * The bookings that wait for the reader's answer, the earliest deadline first; renders nothing when
 * there is none. Places that wait for a viewer's money are in UnpaidHolds.
 */
export function WaitingForYou({ userId, side, hrefOf, lit = true }: WaitingForYouProps) {
  const list = useQuery(awaitingQuery(userId, side));
  const [all, setAll] = useState(false);
  const rows = useRef<HTMLUListElement>(null);
  if (list.isError) {
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        {side === 'streamer'
          ? 'Les demandes qui attendent votre réponse n’ont pas pu être chargées.'
          : 'Ce qui attend votre réponse n’a pas pu être chargé.'}
      </ErrorLine>
    );
  }
  const waiting = (list.data ?? [])
    .filter(({ status }) => status !== 'held')
    .sort((a, b) => endOf(a) - endOf(b));
  if (waiting.length === 0) return null;
  const shown = all ? waiting : waiting.slice(0, FEW);
  const showAll = () => {
    flushSync(() => setAll(true));
    rows.current?.children[FEW]?.querySelector('button')?.focus();
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-title">{side === 'streamer' ? 'À accepter ou refuser' : 'En attente de vous'}</h2>
      <ul
        ref={rows}
        className={
          side === 'streamer'
            ? 'divide-y divide-line rounded-lg border border-line bg-stage'
            : 'grid grid-cols-[minmax(0,1fr)] gap-5'
        }
      >
        {shown.map((booking, index) => (
          <WaitingRow
            key={booking.id}
            booking={booking}
            side={side}
            href={hrefOf(booking.id)}
            lit={lit && index === 0}
          />
        ))}
      </ul>
      {shown.length < waiting.length && (
        <Button className="justify-self-start" onClick={showAll}>
          {waiting.length - FEW === 1
            ? 'Voir l’autre demande'
            : `Voir les ${waiting.length - FEW} autres demandes`}
        </Button>
      )}
    </section>
  );
}

interface WaitingRowProps {
  booking: BookingDetails;
  side: Side;
  href: string;
  lit: boolean;
}

/** Answered, it leaves, and hands the focus to the title above it. */
function WaitingRow({ booking, side, href, lit }: WaitingRowProps) {
  const root = useRef<HTMLLIElement>(null);
  useFocusHandover(root);
  const name = rowName(booking, side);
  const details = (
    <TextLink to={href} className="inline-flex min-h-11 items-center">
      Détails<span className="sr-only">, {name}</span>
    </TextLink>
  );
  if (side === 'streamer') {
    return (
      <li ref={root} className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:px-5">
        <Request booking={booking} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <BookingActions booking={booking} side={side} rowName={name} lit={lit} />
          {details}
        </div>
      </li>
    );
  }
  return (
    <li ref={root} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <BookingTicket booking={booking} side={side} links={details} />
      <BookingActions booking={booking} side={side} rowName={name} lit={lit} />
    </li>
  );
}

/**
 * A request as its streamer decides about it: who, what, when, for how much, until when, and what
 * they answered.
 */
function Request({ booking }: { booking: BookingDetails }) {
  const { own } = zonesOf(booking, 'streamer');
  const { name, avatarUrl } = otherOf(booking, 'streamer');
  const files = useAttachments('booking_id', [booking.id]).get(booking.id);
  const answered = booking.questions.filter(({ id }) => (booking.answers[id] ?? '') !== '');
  return (
    <>
      <div className="num grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar name={name} src={avatarUrl} />
        <div className="min-w-0">
          <h3 className="text-base">
            {name}, {formatDateTime(booking.start_at, own)}
          </h3>
          <p className="text-small text-soft">
            {booking.title} · {formatDuration(booking.duration_minutes)} ·{' '}
            {formatPlacePrice(booking.price_cents)}
          </p>
        </div>
        {booking.answer_by && (
          <p className="text-small text-spot max-sm:col-span-2 sm:text-right">
            <span className="block">Réponse avant {formatDateTime(booking.answer_by, own)}</span>
            <span className="block text-muted">
              encore{' '}
              <Countdown
                until={parseInstant(booking.answer_by)}
                ahead={serverAhead()}
                announced={false}
                className="num"
              />
            </span>
          </p>
        )}
      </div>
      {answered.length > 0 && (
        <dl className="grid gap-2 border-l-2 border-line pl-3.5 text-small">
          {answered.map(({ id, label }) => (
            <div key={id}>
              <dt className="text-muted">{label}</dt>
              <dd className="line-clamp-3 whitespace-pre-line">{booking.answers[id]}</dd>
            </div>
          ))}
        </dl>
      )}
      <AttachmentList files={files} />
    </>
  );
}
