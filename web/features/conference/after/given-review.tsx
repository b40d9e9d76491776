import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoomLook } from '#contracts/conference.ts';
import { answer as contract, REVIEW_MAX } from '#contracts/reviews.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { CONFERENCE_KEY } from '../queries.ts';
import { Stars } from './stars.tsx';

interface GivenReviewProps {
  review: RoomLook['review'];
  mayAnswer: boolean;
}

/** What the viewer wrote about the session, and what the streamer answered. */
export function GivenReview({ review, mayAnswer }: GivenReviewProps) {
  if (review.rating === null || review.id === null) return null;
  return (
    <section aria-label="L’avis donné" className="grid gap-3">
      <Stars rating={review.rating} />
      {review.body && <p className="max-w-[60ch] whitespace-pre-wrap text-soft">{review.body}</p>}
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

interface AnswerFormProps {
  reviewId: string;
  onAnswered?: () => void;
}

/** The streamer's one answer, in public. */
export function AnswerForm({ reviewId, onAnswered }: AnswerFormProps) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const sending = useMutation({
    mutationFn: () => callCommand(contract, { reviewId, answer }),
    onSuccess: () => {
      onAnswered?.();
      return client.invalidateQueries({ queryKey: [...CONFERENCE_KEY, 'look'] });
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer.trim() !== '') sending.mutate();
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
      {sending.isError && <FormError>{errorText(sending.error)}</FormError>}
      <div>
        <Button type="submit" loading={sending.isPending} disabled={answer.trim() === ''}>
          Répondre
        </Button>
      </div>
    </form>
  );
}
