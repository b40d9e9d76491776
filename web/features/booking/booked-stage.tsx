import { FileText, MessageCircleQuestion, Video } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { REMINDER_MINUTES_BEFORE, RESCHEDULE_HOURS_BEFORE_START } from '#product/booking/rules/deadlines.ts';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import { thatName } from '#product/shared/elision.ts';
import { cents } from '#product/shared/money/cents.ts';
import { hoursAfter, type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import { AddToCalendar } from '#web/entities/booking/add-to-calendar.tsx';
import { type BookingDetails, referenceOf, startOf } from '#web/entities/booking/booking.ts';
import { forgetAnswers } from '#web/features/booking/draft.ts';
import type { BookingPerson } from '#web/features/booking/stage.ts';
import { StepTitle } from '#web/features/booking/stage-frame.tsx';
import {
  capitalised,
  formatDateTime,
  formatDay,
  formatDuration,
  formatHours,
  formatPlacePrice,
  formatZones,
} from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { PolicyLines } from '#web/ui/policy-lines.tsx';
import { Ticket } from '#web/ui/ticket.tsx';

interface BookedStageProps {
  booking: BookingDetails;
  zone: string;
  person: Pick<BookingPerson, 'bookingPath' | 'receiptPath'>;
}

const states = {
  requested: { tone: 'spot', label: 'En attente' },
  confirmed: { tone: 'settled', label: 'Confirmée' },
  in_progress: { tone: 'live', label: 'En cours' },
  completed: { tone: 'neutral', label: 'Terminée' },
} as const;

/**
 * The place is taken, or asked for: a page of its own, with the ticket, its number, what was paid,
 * and what can be done before the session.
 */
export function BookedStage({ booking, zone, person }: BookedStageProps) {
  const { streamer_id: streamerId, offer_id: offerId } = booking;
  useEffect(() => {
    if (streamerId !== null && offerId !== null) forgetAnswers(streamerId, offerId);
  }, [streamerId, offerId]);
  const requested = booking.status === 'requested';
  const title = requested ? 'Votre demande est partie' : 'Votre place est prise';
  usePageTitle(title);
  const receiptPath = booking.payment_id === null ? null : person.receiptPath(booking.payment_id);
  const bookingPath = person.bookingPath(booking.id);
  const who = booking.streamer_name ?? 'Le streamer';
  const free = booking.price_cents === 0;
  const state = states[booking.status as keyof typeof states] ?? states.confirmed;
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid content-start gap-7">
        <StepTitle
          level={1}
          lead={
            requested ? (
              <>
                {who} répond au plus tard{' '}
                {booking.answer_by ? formatDateTime(booking.answer_by, zone) : 'dans les deux jours'}.{' '}
                {free ? '' : 'Rien n’est débité d’ici là, ni si la réponse est non. '}Un e-mail vous
                préviendra.
              </>
            ) : (
              'Le billet et l’entrée d’agenda sont aussi dans vos e-mails. La loge ouvre 10\u00a0minutes avant le début.'
            )
          }
        >
          {title}
        </StepTitle>
        <Ticket
          level={2}
          className="motion-safe:animate-rise"
          offer={`${booking.title} · ${formatDuration(booking.duration_minutes)} · en visio`}
          date={capitalised(formatDay(startOf(booking), zone))}
          time={formatHours(startOf(booking), booking.duration_minutes, zone)}
          zones={formatZones(startOf(booking), zone, booking.streamer_zone)}
          person={{ name: who, avatarUrl: booking.streamer_avatar_url }}
          state={state}
          price={formatPlacePrice(booking.price_cents)}
          priceLabel={paidText(booking)}
          reference={referenceOf(booking)}
        />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={bookingPath} tone="spot" size="lg" className="max-sm:w-full">
            Voir ma réservation
          </ButtonLink>
          <AddToCalendar booking={booking} side="viewer" size="lg" tone="outline" className="max-sm:w-full" />
          {booking.captured_cents > 0 && receiptPath && (
            <ButtonLink to={receiptPath} size="lg" className="max-sm:w-full">
              <FileText aria-hidden="true" />
              Reçu
            </ButtonLink>
          )}
        </div>
        <section aria-labelledby="before" className="grid gap-3">
          <h2 id="before" className="text-title">
            D’ici là
          </h2>
          <ul className="divide-y divide-line rounded-lg border border-line bg-stage">
            <Preparation icon={<MessageCircleQuestion />} to={bookingPath} action={`Écrire à ${who}`}>
              Préparez votre question{'\u202f'}: ce que vous voulez comprendre, jouer ou faire relire.
            </Preparation>
            <Preparation icon={<Video />} to="/conference/setup" action="Tester caméra et micro">
              Une minute suffit pour voir et entendre ce {thatName(who)} verra et entendra.
            </Preparation>
          </ul>
        </section>
      </div>
      <Afterwards booking={booking} zone={zone} />
    </div>
  );
}

/** Says what became of the money so far. */
function paidText({ price_cents: price, captured_cents: captured, status }: BookingDetails): string {
  if (price === 0) return 'Place';
  if (captured > 0) return 'Payé';
  return status === 'requested' ? 'Autorisé, non débité' : 'Prix';
}

interface PreparationProps {
  icon: ReactNode;
  to: string;
  action: string;
  children: ReactNode;
}

/** One thing to do before the session. */
const Preparation = ({ icon, to, action, children }: PreparationProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-small [&>svg]:size-5 [&>svg]:text-muted">
    {icon}
    <p className="min-w-0 flex-1 basis-52 text-soft">{children}</p>
    <ButtonLink to={to} size="sm">
      {action}
    </ButtonLink>
  </li>
);

/**
 * « Nous vous le rappelons par e-mail 1 h et 10 min avant le début. »: the reminders still to come;
 * null when there is none.
 */
export function remindersText(start: Instant, now: Instant): string | null {
  const coming = REMINDER_MINUTES_BEFORE.filter((minutes) => minutesAfter(start, -minutes) > now);
  if (coming.length === 0) return null;
  const list = new Intl.ListFormat('fr-FR').format(coming.map(formatDuration));
  return `Nous vous le rappelons par e-mail ${list} avant le début.`;
}

/** Shows the changes that are still possible, and their deadlines. */
function Afterwards({ booking, zone }: { booking: BookingDetails; zone: string }) {
  const start = startOf(booking);
  const movable = hoursAfter(start, -RESCHEDULE_HOURS_BEFORE_START);
  const now = serverNow() as Instant;
  const reminders = remindersText(start, now);
  return (
    <section aria-labelledby="afterwards" className="num grid content-start gap-5 lg:pt-2">
      <h2 id="afterwards" className="text-title">
        Si vos plans changent
      </h2>
      {booking.status === 'confirmed' && now <= movable && (
        <p className="text-small text-soft">
          Vous pouvez <b className="font-semibold text-ink">déplacer</b> la session sans frais jusqu’au{' '}
          {formatDateTime(new Date(movable), zone)}, deux fois au plus.
        </p>
      )}
      <div className="grid gap-2.5">
        <p className="text-small text-soft">
          {booking.price_cents === 0 ? (
            'Annulez dès que vous savez : la place redevient libre pour quelqu’un d’autre.'
          ) : booking.status === 'requested' ? (
            'Tant que la demande attend, annuler ne coûte rien.'
          ) : (
            <>
              Si vous <b className="font-semibold text-ink">annulez</b> :
            </>
          )}
        </p>
        {booking.price_cents > 0 && booking.status === 'confirmed' && (
          <PolicyLines
            tiers={explainPolicy(booking.policy, cents(booking.price_cents), start, now)}
            zone={zone}
            marked
          />
        )}
      </div>
      {reminders !== null && <p className="text-small text-soft">{reminders}</p>}
    </section>
  );
}
