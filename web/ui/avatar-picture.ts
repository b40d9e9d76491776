const gradients = [
  'from-avatar-mint to-avatar-sea',
  'from-avatar-coral to-avatar-rose',
  'from-avatar-sky to-avatar-iris',
  'from-avatar-straw to-avatar-clay',
  'from-avatar-sage to-avatar-pine',
] as const;

/** The one or two capitals that stand for a name: « Maëlle Nocturne » gives « MN », « léo » gives « L », nothing gives « ? ». */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s-]+/u)
    .filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase('fr-FR');
}

/** The gradient of a name: always the same one for the same name, spread over the five. */
export function gradientOf(name: string): (typeof gradients)[number] {
  let sum = 7;
  for (const letter of name.trim().toLocaleLowerCase('fr-FR'))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return gradients[sum % gradients.length] ?? gradients[0];
}
