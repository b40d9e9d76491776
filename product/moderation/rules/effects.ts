import type { Measure } from '#product/accounts/rules/sanctions.ts';
import type { SubjectKind } from './moderation.ts';

/** The beginning of the sentence about hidden or removed content. */
const BEGINS: Readonly<Record<Exclude<SubjectKind, 'session'>, { hide: string; remove: string }>> = {
  profile: {
    hide: 'La page n’est plus montrée',
    remove: 'L’accroche et la présentation sont retirées de la page',
  },
  picture: { hide: 'L’image n’est plus montrée', remove: 'L’image est retirée de la page' },
  film: { hide: 'Le film n’est plus montré', remove: 'Le film est retiré de la page' },
  offer: { hide: 'L’offre n’est plus montrée', remove: 'L’offre est retirée' },
  review: { hide: 'L’avis n’est plus montré', remove: 'L’avis est retiré' },
  message: { hide: 'Le message n’est plus montré', remove: 'Le message est retiré' },
};

/**
 * The kinds that their author may put right, so that the team can show them again: a message in a
 * conversation stays as it was said.
 */
const CORRIGIBLE: ReadonlySet<SubjectKind> = new Set(['profile', 'offer', 'review'] as const);

/**
 * The effect of a measure on somebody's content; null when it has none.
 * @param reader the team reads it beforehand, its author afterwards
 */
export function effectOf(measure: Measure, kind: SubjectKind, reader: 'team' | 'author'): string | null {
  if (kind === 'session' || (measure !== 'hide' && measure !== 'remove')) return null;
  const begins = BEGINS[kind][measure];
  const team = reader === 'team';
  if (measure === 'remove')
    return `${begins}, ${team ? 'aussi pour son auteur' : 'pour vous aussi'}. Ce contenu est gardé à part tant que la décision peut être contestée, rétabli en entier si elle est annulée, et sinon effacé pour de bon.`;
  const corrects = CORRIGIBLE.has(kind)
    ? `, et ${team ? 'peut' : 'pouvez'} corriger ce qui est en cause pour que l’équipe le montre à nouveau`
    : '';
  return `${begins} aux autres. ${team ? 'Son auteur garde' : 'Vous gardez'} ce contenu sous les yeux, marqué comme masqué${corrects}.`;
}
