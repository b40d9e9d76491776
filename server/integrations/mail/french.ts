/** No line may break between a word and the sign that French sets apart from it. */
const NARROW = '\u202f';

/**
 * French typography of a text typed with ordinary spaces: narrow no-break spaces before `; : ! ?`, inside guillemets,
 * around the `h` of an hour, and between a number and what it counts; curly apostrophes. An address inside the text, of mail
 * or of the web, stays as it is.
 */
export function french(text: string): string {
  return text
    .replace(/ (?=[;:!?»])/g, NARROW)
    .replace(/« /g, `«${NARROW}`)
    .replace(/(?<=\d) h (?=\d)/g, `${NARROW}h${NARROW}`)
    .replace(/(?<=\d) (?=(?:h|€|jours?|heures?|minutes?)(?!\p{L}))/gu, NARROW)
    .replace(/\S+/g, (word) => (/[@/]/.test(word) ? word : word.replaceAll("'", '’')));
}

/** An instant as a French person writes it: `jeudi 12 mars 2026 à 18 h 30 (heure de Paris)`. */
export function frenchDateTime(instant: Date): string {
  const parts = new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Europe/Paris',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const day = part('day') === '1' ? '1er' : part('day');
  const minutes = part('minute') === '00' ? '' : ` ${part('minute')}`;
  const date = `${part('weekday')} ${day} ${part('month')} ${part('year')}`;
  return french(`${date} à ${Number(part('hour'))} h${minutes} (heure de Paris)`);
}

/** A length of time in words, in the largest unit that says it exactly: 3600 is `une heure`, 172800 `2 jours`. */
export function frenchDuration(seconds: number): string {
  const [count, one, many] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'un jour', 'jours']
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'une heure', 'heures']
        : [Math.max(1, Math.round(seconds / 60)), 'une minute', 'minutes'];
  return count === 1 ? one : french(`${count} ${many}`);
}
