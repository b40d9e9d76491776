import { parseInstant } from '#domain/time/instant.ts';
import { Button } from '#web/ui/button.tsx';
import { useRemaining } from '#web/ui/countdown.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import type { SeenRoom } from '../queries.ts';
import { AdminEntries, SessionFacts } from '../setup/session-facts.tsx';
import { AttendanceBars } from './attendance-bars.tsx';
import { GivenReview } from './given-review.tsx';
import { ReviewForm } from './review-form.tsx';
import { decisionText, settlementText } from './settlement-text.ts';

interface AfterScreenProps {
  look: SeenRoom;
  /** While the door is still open. */
  onReturn?: () => void;
}

/** After the session: what was settled and why, a word about it, and the next one. */
export function AfterScreen({ look, onReturn }: AfterScreenProps) {
  const toEnd = useRemaining(parseInstant(look.endsAt), look.ahead);
  const { title, lines } = settlementText(look, toEnd === 0);
  const toShut = useRemaining(parseInstant(look.closesAt), look.ahead);
  const { review, side, booking } = look;
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
      {look.decision !== null && (
        <section aria-label="Décision de l’équipe Loge" className="grid gap-2 rounded-xl bg-spot-wash p-6">
          <h2 className="text-title">Décision de l’équipe Loge</h2>
          <p className="max-w-[60ch] text-soft">{decisionText(look, look.decision)}</p>
          <p className="max-w-[60ch] whitespace-pre-wrap text-soft">« {look.decision.reason} »</p>
        </section>
      )}
      <div className="rounded-xl border border-line bg-stage p-6">
        <SessionFacts look={look} past />
      </div>
      <AttendanceBars look={look} />
      <AdminEntries entries={look.adminEntries} />
      {review.mayWriteUntil !== null && <ReviewForm look={look} />}
      <GivenReview review={review} mayAnswer={side === 'streamer'} />
      <div className="flex flex-wrap gap-3">
        {onReturn && toShut > 0 && (
          <Button tone="spot" onClick={onReturn}>
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
