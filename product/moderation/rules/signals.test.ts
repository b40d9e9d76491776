import { describe, expect, test } from 'vitest';
import { contactsIn, isOftenAbsent, isOftenDisputed, isOftenRefusing, isReportedByMany } from './signals.ts';

const kindsIn = (text: string, place: 'message' | 'profile' = 'message') =>
  contactsIn(text, place).map(({ kind }) => kind);

describe('what leads away from Loge is found', () => {
  test.each([
    ['phone', 'Appelle-moi au 06 12 34 56 78'],
    ['phone', 'mon num 0612345678'],
    ['phone', '06.12.34.56.78 si besoin'],
    ['phone', '06-12-34-56-78'],
    ['phone', '06 . 12 . 34 . 56 . 78'],
    ['phone', '+33 6 12 34 56 78'],
    ['phone', '+33612345678'],
    ['phone', '0033 6 12 34 56 78'],
    ['phone', '+33 (0)6 12 34 56 78'],
    ['phone', 'o6 12 34 56 78'],
    ['phone', '０６ １２ ３４ ５６ ７８'],
    ['phone', '06\u200b12\u200b34\u200b56\u200b78'],
    ['phone', '0 6 1 2 3 4 5 6 7 8'],
    ['phone', 'C’est le zéro six, douze, trente-quatre, cinquante-six, soixante-dix-huit'],
    ['phone', 'zero six quatre-vingt-dix-neuf quatre vingts vingt et un onze'],
    ['phone', 'Zéro 6 12 trente quatre 56 78'],
    ['mail', 'écris à camille.martin+loge@exemple.fr'],
    ['mail', 'camille (at) gmail (point) com'],
    ['mail', 'camille arobase gmail point com'],
    ['mail', 'Camille [at] proton.me'],
    ['bank', 'FR76 3000 6000 0112 3456 7890 189'],
    ['bank', 'fr7630006000011234567890189'],
    ['payment', 'https://paypal.me/camille'],
    ['payment', 'Payez-moi plutôt par Lydia'],
    ['payment', 'Tu peux me régler via PayPal ?'],
    ['payment', 'envoie 30 € sur revolut'],
    ['payment', 'Mon PayPal : camille'],
    ['payment', 'On peut payer en dehors de Loge, c’est moins cher'],
    ['payment', 'Hors de Loge ce serait moins cher'],
    ['account', 't.me/camille'],
    ['account', 'wa.me/33612345678'],
    ['account', 'Mon Telegram : @camille'],
    ['account', 'ajoute-moi sur Discord'],
    ['account', 'Écrivez-moi sur WhatsApp'],
    ['account', 'camille#1234'],
    ['account', '@camille sur Telegram'],
    ['account', 'discord.gg/abcd'],
    ['account', 'Snap: camille.m'],
  ])('%s: %s', (kind, text) => {
    expect(kindsIn(text)).toContain(kind);
  });
});

describe('what people write to each other is left alone', () => {
  test.each([
    'Bonjour, je serai là jeudi 12 mars à 18 h 30.',
    'Le 01/02/2026 12:30 me va, sinon le 02/02/2026.',
    'J’ai 1 250 points et 3 200 parties, classé 1 450.',
    'La session dure 45 minutes et coûte 30,00 €.',
    'Commande 1234567890, billet L-2026-0042.',
    'Ma version est la 10.20.30.40, avec 16 Go de mémoire.',
    'On a joué zéro partie, puis une, puis deux, puis trois.',
    'Elo : 06 ou 07, je ne sais plus.',
    'Je joue avec Lydia, ma sœur, et sur PC.',
    'Est-ce que je paie sur Loge avec ma carte ?',
    'Je vous ai vu sur Twitch et sur YouTube.',
    'On entend mal, le son passe par Discord chez vous ?',
    'Merci pour la session, à bientôt !',
    'Mon adresse IP change, le signal est faible.',
    'C’est le signal que j’attendais.',
    'Rendez-vous à dix-huit heures trente, ou à vingt heures.',
    'Le virement de mes revenus est arrivé.',
    'Peut-on parler de l’ouverture 1.e4 e5 2.Cf3 Cc6 ?',
    'Le replay est ici : https://www.youtube.com/watch?v=0612345abcd',
    'Je suis à 200 %, coeur à 90 60 90.',
    'AB12 3456 7890 1234 5678 9012 345',
    '2026-11-23 18:30 - 19:15',
    'Réservé le 05.06.2026, de 18 h à 19 h 30.',
    '',
  ])('%s', (text) => {
    expect(contactsIn(text, 'message')).toEqual([]);
  });
});

describe('a streamer’s page may show public places', () => {
  test.each([
    'https://www.twitch.tv/nour',
    'Rejoignez le serveur : https://discord.gg/abcd',
    'Insta : @nour.joue',
    'Ajoutez-moi sur Instagram',
    'youtube.com/@nour',
  ])('%s', (text) => {
    expect(contactsIn(text, 'profile')).toEqual([]);
  });
  test.each([
    '06 12 34 56 78',
    'nour@exemple.fr',
    'paypal.me/nour',
    't.me/nour',
    'Payez par Lydia, c’est moins cher',
  ])('but not %s', (text) => {
    expect(contactsIn(text, 'profile')).not.toEqual([]);
  });
});

test('what was found is quoted as it was written, without its disguise', () => {
  expect(contactsIn('Appelez le 06 12 34 56 78 ce soir', 'message')).toEqual([
    { kind: 'phone', words: '06 12 34 56 78' },
  ]);
});

test('a long text is read in no time', () => {
  const text = 'zéro six payer par mon un deux 06 12 @ a.b '.repeat(400);
  const begun = performance.now();
  contactsIn(text, 'message');
  expect(performance.now() - begun).toBeLessThan(5_000);
});

describe('what repeats itself', () => {
  test('three absences, and one session in five', () => {
    expect(isOftenAbsent({ absences: 2, sessions: 2 })).toBe(false);
    expect(isOftenAbsent({ absences: 3, sessions: 15 })).toBe(true);
    expect(isOftenAbsent({ absences: 3, sessions: 16 })).toBe(false);
  });
  test('two disputes, and one payment in twenty', () => {
    expect(isOftenDisputed({ disputes: 1, payments: 1 })).toBe(false);
    expect(isOftenDisputed({ disputes: 2, payments: 40 })).toBe(true);
    expect(isOftenDisputed({ disputes: 2, payments: 41 })).toBe(false);
  });
  test('five refusals, and half of what was asked', () => {
    expect(isOftenRefusing({ refusals: 4, requests: 4 })).toBe(false);
    expect(isOftenRefusing({ refusals: 5, requests: 10 })).toBe(true);
    expect(isOftenRefusing({ refusals: 5, requests: 11 })).toBe(false);
  });
  test('five people who report', () => {
    expect([4, 5].map(isReportedByMany)).toEqual([false, true]);
  });
});
