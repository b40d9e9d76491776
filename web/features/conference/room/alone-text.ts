/**
 * What is said to somebody who is alone in the room.
 * @param names of everybody whom the session is with
 * @param met somebody else was there already
 */
export function aloneText(names: readonly string[], met: boolean): string {
  const [name] = names;
  const who = names.length === 1 && name !== undefined ? name : null;
  if (met)
    return who === null
      ? 'Les autres ne sont plus là. Si quelqu’un revient, la rencontre reprendra aussitôt.'
      : `${who} n’est plus là. À son retour, la rencontre reprendra aussitôt.`;
  return who === null
    ? 'Personne d’autre n’est encore là. La rencontre commencera dès la première arrivée.'
    : `${who} n’est pas encore là. La rencontre commencera dès son arrivée.`;
}
