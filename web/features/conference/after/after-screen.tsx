import { parseInstant } from '#product/shared/time/instant.ts';
import { ContactConsent } from '#web/entities/streamer/contact-consent.tsx';
import { formatTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useRemaining } from '#web/ui/countdown.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import type { LoadedRoom } from '../queries.ts';
import { useRoom } from '../room/room-context.tsx';
import { AdminEntries, ownZone, SessionFacts } from '../setup/session-facts.tsx';
import { GivenReview, ReviewForm } from './reviews.tsx';
import { SameHour } from './same-hour.tsx';
import { decisionText, settlementText } from './settlement-text.ts';

/** After the session: the settlement and its reason, the review, and booking the next one. */
export function AfterScreen() {
  const { details, join } = useRoom();
  const toEnd = useRemaining(parseInstant(details.endsAt), details.ahead);
  const { title, lines } = settlementText(details, toEnd === 0);
  const toClose = useRemaining(parseInstant(details.closesAt), details.ahead);
  const { review, side, booking } = details;
  return (
    <div className="wrap grid max-w-3xl flex-1 content-center gap-8 py-12">
      <header className="grid gap-3">
        <h1 className="text-heading">{title}</h1>
        {lines.map((line) => (
          <p key={line} className="max-w-[60ch] text-soft">
            {line}
          </p>
        ))}
      </header>
      {details.decision !== null && (
        <section aria-label="Décision de l’équipe Loge" className="grid gap-2 rounded-xl bg-spot-wash p-6">
          <h2 className="text-title">Décision de l’équipe Loge</h2>
          <p className="max-w-[60ch] text-soft">{decisionText(details, details.decision)}</p>
          <p className="max-w-[60ch] whitespace-pre-wrap text-soft">« {details.decision.reason} »</p>
        </section>
      )}
      <div className="rounded-xl border border-line bg-stage p-6">
        <SessionFacts details={details} past />
      </div>
      <AttendanceBars details={details} />
      <AdminEntries entries={details.adminEntries} />
      {side === 'viewer' && booking.status === 'completed' && <SameHour details={details} />}
      {review.mayWriteUntil !== null && <ReviewForm details={details} />}
      <AllowsWriting details={details} />
      <GivenReview review={review} mayAnswer={side === 'streamer'} />
      <div className="flex flex-wrap gap-3">
        {details.state === 'open' && toClose > 0 && (
          <Button tone="spot" onClick={() => join()}>
            Revenir dans la loge
          </Button>
        )}
        {side === 'viewer' && booking.streamerHandle !== null && (
          <ButtonLink
            to={`/book-session/${booking.streamerHandle}${booking.offerId === null ? '' : `?offer=${booking.offerId}`}`}
          >
            Réserver une autre session
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard" tone="quiet">
          Revenir à mon espace
        </ButtonLink>
      </div>
    </div>
  );
}

/**
 * After a session that took place, its viewer is asked whether the streamer may write one day; off
 * until they say so.
 */
function AllowsWriting({ details }: { details: LoadedRoom }) {
  const { side, booking, others, me } = details;
  const streamer = others.find((other) => other.side === 'streamer');
  if (side !== 'viewer' || booking.status !== 'completed' || !streamer) return null;
  return (
    <div className="rounded-xl border border-line px-6 py-3">
      <ContactConsent
        viewerId={me.personId}
        streamerId={streamer.personId}
        label={`${streamer.name} peut m’écrire si je ne reviens pas`}
        description="Un e-mail après deux mois sans session, puis tous les trois mois au plus. Vous pouvez changer d’avis à tout moment, ici ou dans vos réglages."
      />
    </div>
  );
}

const SIDES = [
  ['streamer', 'Streamer'],
  ['viewer', 'Viewer'],
] as const;

/**
 * Shows each person's presence, as the server recorded it; the settlement is based on it. The text
 * above says the minutes.
 */
function AttendanceBars({ details }: { details: LoadedRoom }) {
  const { evidence, startsAt, endsAt } = details;
  if (evidence === null || evidence.presences.length === 0) return null;
  const [start, end] = [parseInstant(startsAt), parseInstant(endsAt)];
  /** The position of an instant between start and end, in percent. */
  const at = (instant: string) =>
    Math.min(100, Math.max(0, ((parseInstant(instant) - start) / (end - start)) * 100));
  const hour = (instant: string) => formatTime(instant, ownZone());
  return (
    <section aria-label="Présences" className="num grid gap-2.5 text-small">
      {SIDES.map(([side, label]) => {
        const presences = evidence.presences.filter((presence) => presence.side === side);
        return (
          <div key={side} className="grid grid-cols-[5rem_1fr] items-center gap-3">
            <span className="text-soft">{label}</span>
            <div className="relative h-2.5 overflow-hidden rounded-full bg-wash">
              {presences.map(({ from, until, place }) => (
                <span
                  key={from}
                  aria-hidden="true"
                  className={`absolute inset-y-0 rounded-full ${place === 'room' ? 'bg-settled' : 'bg-spot'}`}
                  style={{ left: `${at(from)}%`, right: `${100 - at(until)}%` }}
                />
              ))}
            </div>
            <ul className="sr-only">
              {presences.map(({ from, until, place }) => (
                <li key={from}>
                  {place === 'room' ? 'Dans la loge' : 'Dans l’entrée'} de {hour(from)} à {hour(until)}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <div aria-hidden="true" className="ml-[5.75rem] flex justify-between text-kicker text-muted">
        <span>{hour(startsAt)}</span>
        <span>{hour(endsAt)}</span>
      </div>
    </section>
  );
}
