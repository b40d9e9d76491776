import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { answerReview, REVIEW_MAX, rewriteReview, writeReview } from '#product/booking/reviews-contract.ts';
import type { RoomDetails } from '#product/conference/contract.ts';
import { RemovedNote, WithheldLine } from '#web/entities/report/removed-note.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { type LoadedRoom, ROOM_KEY } from '../queries.ts';
import { ownZone } from '../setup/session-facts.tsx';

/**
 * The viewer's review of the session: stars by mouse, touch or arrow keys, and a text if they like.
 */
export function ReviewForm({ details }: { details: LoadedRoom }) {
  const title = useId();
  const [rating, setRating] = useState(0);
  const [body, setBody] = useState('');
  const [missing, setMissing] = useState(false);
  const sending = useCommand(writeReview, { changes: [ROOM_KEY], failed: null });
  return (
    <form
      aria-labelledby={title}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(rating === 0);
        if (rating > 0) sending.press({ bookingId: details.booking.id, rating, body });
      }}
    >
      <div className="grid gap-1">
        <h2 id={title} className="text-title">
          Comment c’était ?
        </h2>
        <p className="text-small text-muted">
          Votre avis est public, sous votre prénom. Vous pouvez le donner jusqu’au{' '}
          {formatDay(details.review.mayWriteUntil ?? details.endsAt, ownZone(), { weekday: false })}.
        </p>
      </div>
      <fieldset>
        <legend className="sr-only">Note</legend>
        <div className="flex gap-1">
          {STARS.map((star) => (
            <label key={star} className="tappable relative grid cursor-pointer place-items-center">
              <input
                type="radio"
                name="rating"
                value={star}
                checked={rating === star}
                onChange={() => setRating(star)}
                aria-label={starText(star)}
                className="peer absolute inset-0 cursor-pointer opacity-0"
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-8 rounded-sm peer-focus-visible:outline-2 peer-focus-visible:outline-spot',
                  star <= rating ? 'fill-current text-spot' : 'text-muted',
                )}
              />
            </label>
          ))}
        </div>
      </fieldset>
      {missing && rating === 0 && <FormError>Choisissez de 1 à 5 étoiles.</FormError>}
      <Field label="Votre avis" optional>
        <Textarea
          value={body}
          maxLength={REVIEW_MAX}
          rows={3}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      {sending.error && <FormError>{errorText(sending.error)}</FormError>}
      <div>
        <Button type="submit" tone="spot" loading={sending.pending}>
          Publier mon avis
        </Button>
      </div>
    </form>
  );
}

interface GivenReviewProps {
  review: RoomDetails['review'];
  mayAnswer: boolean;
}

/** Shows the viewer's review of the session, and the streamer's answer. */
export function GivenReview({ review, mayAnswer }: GivenReviewProps) {
  if (review.rating === null || review.id === null) return null;
  return (
    <section aria-label="L’avis donné" className="grid gap-3">
      {review.withheld === 'removed' ? (
        <RemovedNote kind="review" id={review.id} />
      ) : (
        <Stars rating={review.rating} />
      )}
      {review.body && <p className="max-w-[60ch] whitespace-pre-wrap text-soft">{review.body}</p>}
      {review.withheld === 'hidden' && (
        <HiddenReview key={review.body} id={review.id} body={review.body ?? ''} />
      )}
      {review.answer !== null && (
        <p className="max-w-[60ch] border-l-2 border-line-strong pl-4 whitespace-pre-wrap text-soft">
          <span className="font-medium text-ink">Réponse du streamer : </span>
          {review.answer}
        </p>
      )}
      {mayAnswer && review.answer === null && <AnswerForm reviewId={review.id} />}
    </section>
  );
}

/** A review that the team hid: its author still sees it, and puts it right. */
function HiddenReview({ id, body: before }: { id: string; body: string }) {
  const [body, setBody] = useState(before);
  const sending = useCommand(rewriteReview, {
    changes: [ROOM_KEY],
    failed: null,
    done: 'Avis corrigé. L’équipe peut le montrer à nouveau.',
  });
  return (
    <>
      <WithheldLine>
        Masqué par l’équipe Loge : vous seul le voyez. La raison vous a été écrite par e-mail. Corrigé, il
        peut être montré à nouveau.
      </WithheldLine>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (body.trim() !== '') sending.press({ reviewId: id, body });
        }}
      >
        <Field label="Votre avis, corrigé" hint="Vos étoiles restent.">
          <Textarea
            value={body}
            maxLength={REVIEW_MAX}
            rows={3}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
        {sending.error && <FormError>{errorText(sending.error)}</FormError>}
        <div>
          <Button type="submit" loading={sending.pending} disabled={body.trim() === '' || body === before}>
            Enregistrer
          </Button>
        </div>
      </form>
    </>
  );
}

interface AnswerFormProps {
  reviewId: string;
  onAnswered?: () => void;
}

/** The streamer's one answer, in public. */
export function AnswerForm({ reviewId, onAnswered }: AnswerFormProps) {
  const [answer, setAnswer] = useState('');
  const sending = useCommand(answerReview, { changes: [ROOM_KEY], failed: null });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim() !== '') sending.press({ reviewId, answer }, onAnswered);
      }}
    >
      <Field label="Votre réponse" hint="Publique, et une seule fois.">
        <Textarea
          value={answer}
          maxLength={REVIEW_MAX}
          rows={2}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      {sending.error && <FormError>{errorText(sending.error)}</FormError>}
      <div>
        <Button type="submit" loading={sending.pending} disabled={answer.trim() === ''}>
          Répondre
        </Button>
      </div>
    </form>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;
const WORDS = ['', 'Décevant', 'Moyen', 'Bien', 'Très bien', 'Excellent'];
const starText = (rating: number): string =>
  `${String(rating)} étoile${rating > 1 ? 's' : ''} sur 5, ${(WORDS[rating] ?? '').toLowerCase()}`;

/** A rating as stars, with words for people who do not see them. */
const Stars = ({ rating }: { rating: number }) => (
  <p role="img" aria-label={starText(rating)} className="flex gap-1 text-spot">
    {STARS.map((star) => (
      <Star
        key={star}
        aria-hidden="true"
        className={classNames('size-6', star <= rating && 'fill-current')}
      />
    ))}
  </p>
);
