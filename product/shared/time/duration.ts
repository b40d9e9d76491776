const NO_BREAK = '\u00a0';

/** `90` minutes are « 1 h 30 », `45` « 45 min », `120` « 2 h »: on pages and in mails alike. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${String(rest)}${NO_BREAK}min`;
  if (rest === 0) return `${String(hours)}${NO_BREAK}h`;
  return `${String(hours)}${NO_BREAK}h${NO_BREAK}${String(rest).padStart(2, '0')}`;
}
