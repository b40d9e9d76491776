import { AppError } from '#contracts/errors.ts';
import type { IntakeQuestion } from '#domain/booking/intake-question.ts';

type Answers = Readonly<Record<string, string>>;

/**
 * Whether the answers fit the questions that were frozen on a booking.
 * @throws AppError intake_incomplete (`fields`: question id -> message), or invalid_input for an answer to no question
 */
export function requireComplete(questions: readonly IntakeQuestion[], answers: Answers): void {
  const known = new Set(questions.map(({ id }) => id));
  const strangers = Object.keys(answers).filter((id) => !known.has(id));
  if (strangers.length > 0) {
    const fields = strangers.map((id) => [`answers.${id}`, 'Cette question n’est pas posée'] as const);
    throw new AppError('invalid_input', undefined, { fields: Object.fromEntries(fields) });
  }
  // Own keys alone: every object has a `constructor`.
  const missing = questions.filter(
    ({ id, required }) => required && !(Object.hasOwn(answers, id) && answers[id]),
  );
  if (missing.length > 0) {
    const fields = missing.map(({ id }) => [id, 'Une réponse est nécessaire'] as const);
    throw new AppError('intake_incomplete', undefined, { fields: Object.fromEntries(fields) });
  }
}
