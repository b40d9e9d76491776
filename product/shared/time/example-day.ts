const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

/**
 * The day of the sample ticket, always in the future: « Jeudi 12 mars », the first Thursday at
 * least a week from now.
 */
export function exampleDay(now: Date): string {
  const THURSDAY = 4;
  const week = new Date(now.getTime() + 7 * 86_400_000);
  const day = new Date(week.getTime() + ((THURSDAY - week.getUTCDay() + 7) % 7) * 86_400_000);
  const date = day.getUTCDate();
  return `Jeudi ${date === 1 ? '1er' : String(date)}\u00a0${MONTHS[day.getUTCMonth()] ?? ''}`;
}
