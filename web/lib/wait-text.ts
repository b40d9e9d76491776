const unit = (count: number, singular: string) => `${count}\u00a0${singular}${count > 1 ? 's' : ''}`;

/**
 * A delay in words, rounded up so that nobody comes back too early: « 42 secondes », « 3 minutes », « 2 heures ».
 * @param seconds more than 0
 */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return unit(whole, 'seconde');
  if (whole <= 3_600) return unit(Math.ceil(whole / 60), 'minute');
  return unit(Math.ceil(whole / 3_600), 'heure');
}
