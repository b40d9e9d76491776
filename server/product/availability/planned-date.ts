import { AppError } from '#contracts/errors.ts';
import { type LocalDate, parseLocalDate } from '#domain/time/local-date.ts';

/** No diary reaches further, and Postgres and zones count other years in ways that nobody means. */
const FIRST = '2020-01-01';
const LAST = '2099-12-31';

/** @throws AppError invalid_input for a date outside every diary */
export function plannedDate(text: string): LocalDate {
  if (text < FIRST || text > LAST) {
    throw new AppError('invalid_input', 'not a date of a diary', {
      fields: { date: 'Choisissez une date de ce siècle.' },
    });
  }
  return parseLocalDate(text);
}
