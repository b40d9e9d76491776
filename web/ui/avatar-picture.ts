const gradients = [
  'from-avatar-mint to-avatar-sea',
  'from-avatar-coral to-avatar-rose',
  'from-avatar-sky to-avatar-iris',
  'from-avatar-straw to-avatar-clay',
  'from-avatar-sage to-avatar-pine',
] as const;

/** By character, not by UTF-16 unit: an emoji is one. */
const firstLetter = (word: string | undefined) => (word === undefined ? undefined : [...word][0]);

/** The one or two capitals that stand for a name: « Maëlle Nocturne » gives « MN », « léo » gives « L », nothing gives « ? ». */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s-]+/u)
    .filter(Boolean);
  const first = firstLetter(words[0]) ?? '?';
  const last = words.length > 1 ? (firstLetter(words.at(-1)) ?? '') : '';
  return (first + last).toLocaleUpperCase('fr-FR');
}

/** The gradient of a name: always the same one for the same name, spread over the five. */
export function gradientOf(name: string): (typeof gradients)[number] {
  let sum = 7;
  for (const letter of name.trim().toLocaleLowerCase('fr-FR'))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return gradients[sum % gradients.length] ?? gradients[0];
}
