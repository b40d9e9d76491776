import { expect, test } from 'vitest';
import { type UnreadReason, unreadSentence } from './unread-events.ts';

test.each<[UnreadReason, string | null, number, string]>([
  [
    'unknown_zone',
    'Bureau de Léa',
    1,
    'Un rendez-vous est noté au fuseau « Bureau de Léa », que nous ne connaissons pas : il est lu à l’heure de votre fuseau.',
  ],
  [
    'unknown_zone',
    '',
    3,
    '3 rendez-vous ne disent pas leur fuseau : ils sont lus à l’heure de votre fuseau.',
  ],
  [
    'bad_rule',
    'FREQ=PARFOIS',
    1,
    'Un rendez-vous se répète selon une règle illisible (FREQ=PARFOIS) : seule la première date est fermée.',
  ],
  [
    'endless_rule',
    'FREQ=SECONDLY',
    2,
    '2 rendez-vous se répètent trop souvent pour être lus (FREQ=SECONDLY) : seule la première date est fermée.',
  ],
  [
    'unsure_zone',
    '(UTC-05:00) Ailleurs',
    2,
    '2 rendez-vous sont notés au fuseau « (UTC-05:00) Ailleurs », dont nous ne connaissons que le décalage : ils sont lus avec ce décalage toute l’année, sans heure d’été.',
  ],
  [
    'too_many_rules',
    '25',
    1,
    'Un rendez-vous se répète selon 25 règles, plus que Loge n’en suit : seules les premières sont lues.',
  ],
  [
    'bad_exception',
    'FREQ=PARFOIS',
    1,
    'Un rendez-vous saute des dates selon une règle illisible (FREQ=PARFOIS) : ces dates restent fermées.',
  ],
  ['bad_time', '20260431', 1, 'Un rendez-vous porte une date ou une heure qui n’existe pas (20260431).'],
  ['bad_length', '1 heure', 2, '2 rendez-vous portent une durée illisible (1 heure) et ne ferment rien.'],
  ['no_start', null, 1, 'Un rendez-vous n’a pas de début et ne ferme rien.'],
  ['broken_line', null, 4, '4 rendez-vous sont abîmés et ne ferment rien.'],
])('%s of « %s », %d times', (reason, name, events, sentence) => {
  expect(unreadSentence({ reason, name, events })).toBe(sentence);
});
