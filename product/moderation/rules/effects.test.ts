import { expect, test } from 'vitest';
import { MEASURES } from '#product/accounts/rules/sanctions.ts';
import { effectOf } from './effects.ts';
import { isAboutContent, isPossible, SUBJECT_KINDS } from './moderation.ts';

test('what is hidden or taken away has a sentence for the team and one for its author, for each kind of thing', () => {
  const sentences = SUBJECT_KINDS.flatMap((kind) =>
    MEASURES.filter(
      (measure) => isAboutContent(measure) && isPossible(measure, { kind, hasPerson: true }),
    ).flatMap((measure) => [effectOf(measure, kind, 'team'), effectOf(measure, kind, 'author')]),
  );
  expect(sentences).toHaveLength(20);
  expect(sentences).not.toContain(null);
  expect(new Set(sentences).size).toBe(20);
  expect(effectOf('hide', 'message', 'author')).toBe(
    'Le message n’est plus montré aux autres. Vous gardez ce contenu sous les yeux, marqué comme masqué.',
  );
  expect(effectOf('remove', 'offer', 'author')).toBe(
    'L’offre est retirée, pour vous aussi. Ce contenu est gardé à part tant que la décision peut être contestée, rétabli en entier si elle est annulée, et sinon effacé pour de bon.',
  );
});

test('what does nothing to what somebody made has none', () => {
  expect(effectOf('warn', 'review', 'author')).toBeNull();
  expect(effectOf('remove', 'session', 'team')).toBeNull();
});
