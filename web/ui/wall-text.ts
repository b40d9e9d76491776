/**
 * Minutes from midnight as a time of day: « 9 h », « 18 h 30 », « 24 h » at the end of a day, « 2
 * h » past it.
 */
export function wallText(minutes: number): string {
  const within = minutes > 1_440 ? minutes - 1_440 : minutes;
  const hour = `${String(Math.floor(within / 60))}\u00a0h`;
  const rest = within % 60;
  return rest === 0 ? hour : `${hour}\u00a0${String(rest).padStart(2, '0')}`;
}

/** In the order of ISO: Monday is the first. */
export const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'] as const;

/** « jeudi 20 h » */
export const weekHourText = (weekday: number, hour: number): string =>
  `${WEEKDAYS[weekday - 1] ?? ''} ${wallText(hour * 60)}`;
