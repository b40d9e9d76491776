import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAutomatic, replyText } from './reply-text.ts';

const WORDS = 'Bonjour,\n\nle billet est bien arrivé.\n\nCamille';

/** What each program puts below the words of its reader. */
const BELOW: Readonly<Record<string, string>> = {
  'Gmail, français':
    '\n\nLe lun. 23 nov. 2026 à 14:03, Loge <bonjour@loge.exemple> a écrit :\n\n> Réponse à votre demande\n>\n> Votre place est prise.\n',
  'Gmail, français, sur deux lignes':
    '\n\nLe lun. 23 nov. 2026 à 14:03, Loge <reply+0123456789@reponses.loge.exemple> a\nécrit :\n\n> Votre place est prise.\n',
  'Gmail, anglais':
    '\r\n\r\nOn Mon, Nov 23, 2026 at 2:03 PM Loge <bonjour@loge.exemple> wrote:\r\n\r\n> Votre place est prise.\r\n',
  'Apple Mail, français':
    '\n\n> Le 23 nov. 2026 à 14:03, Loge <bonjour@loge.exemple> a écrit :\n> \n> Votre place est prise.\n',
  'iPhone, français':
    '\n\nEnvoyé de mon iPhone\n\n> Le 23 nov. 2026 à 14:03, Loge <bonjour@loge.exemple> a écrit :\n> \n> Votre place est prise.\n',
  'iPhone, anglais':
    '\n\nSent from my iPhone\n\n> On 23 Nov 2026, at 14:03, Loge wrote:\n> \n> Votre place.\n',
  'Outlook, français':
    '\n\nDe : Loge <bonjour@loge.exemple>\nEnvoyé : lundi 23 novembre 2026 14:03\nÀ : Camille <camille@exemple.fr>\nObjet : Réponse à votre demande D-0012\n\nVotre place est prise.\n',
  'Outlook du web, anglais':
    '\n\n________________________________\nFrom: Loge <bonjour@loge.exemple>\nSent: Monday, November 23, 2026 2:03 PM\nTo: Camille\nSubject: Réponse\n\nVotre place est prise.\n',
  'Outlook pour téléphone':
    '\n\nTélécharger Outlook pour Android\n________________________________\nDe : Loge\n',
  'Thunderbird, français':
    '\n\nLe 23/11/2026 à 14:03, Loge a écrit :\n> Votre place est prise.\n\n-- \nCamille Martin\n06 00 00 00 00\n',
  'Orange, sans marque':
    '\n\n> Message du 23/11/26 14:03\n> De : "Loge" \n> A : camille@exemple.fr\n> Votre place est prise.\n',
  'Yahoo, français, sans marque':
    '\n\nLe lundi 23 novembre 2026 à 14:03:12 UTC+1, Loge <bonjour@loge.exemple> a écrit :  \n\n Votre place est prise.\n',
  'un message d’origine': '\n\n-----Message d’origine-----\nDe : Loge\n\nVotre place est prise.\n',
  'une signature': '\n\n-- \nCamille Martin\nDirectrice\n',
};

describe('a reply is what its reader wrote', () => {
  for (const [program, below] of Object.entries(BELOW))
    test(program, () => {
      expect(replyText(`${WORDS}${below}`)).toBe(WORDS);
    });

  test('below the quotation, or between its lines', () => {
    expect(
      replyText(
        'Le 23/11/2026 à 14:03, Loge a écrit :\n> Est-ce que la caméra marche ?\n\nOui.\n\n> Et le micro ?\n\nNon.\n',
      ),
    ).toBe('Oui.\n\nNon.');
  });

  test('with sentences of its own that look alike', () => {
    for (const own of [
      'Le streamer m’a dit qu’il a écrit à l’équipe.',
      'De : ma part, rien à ajouter.',
      'On verra demain.\n\nLe 3 mars me va.',
      'Je l’ai envoyé de mon propre chef.',
    ])
      expect(replyText(own)).toBe(own);
  });

  test('nothing, when there is only the quotation', () => {
    expect(replyText('\n\nLe 23/11/2026 à 14:03, Loge a écrit :\n> Votre place est prise.\n')).toBe('');
  });

  test('nothing that cannot be kept or seen', () => {
    expect(replyText('a\u0000b\u200bc\u0007\td')).toBe('abc\td');
  });

  test('of whatever is sent, without a line that was not there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('> a', 'Le ', 'On x', '-- ', 'De : a'))),
        (given) => {
          const mail = given.join('\n');
          const all = new Set(replyText(mail).split('\n'));
          const there = mail
            .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
            .replaceAll(/[\u00a0\u202f]/g, ' ')
            .replaceAll(/[^\P{Cc}\n\t]|[\u200b\u2060\ufeff]/gu, '');
          for (const line of all) expect(there).toContain(line);
        },
      ),
    );
  });

  test('of a long mail too, in a time that grows with its length alone', () => {
    const long = 'Le lundi '.repeat(30_000);
    expect(replyText(long)).toBe(long.trim());
    expect(replyText(`${'Le a\n'.repeat(40_000)}Fin`)).toMatch(/Fin$/);
  });
});

describe('a machine is not answered', () => {
  const person = { from: 'camille@exemple.fr', headers: {} };
  test('a person is', () => {
    expect(isAutomatic(person)).toBe(false);
    expect(
      isAutomatic({ ...person, headers: { 'auto-submitted': 'no', 'return-path': '<camille@exemple.fr>' } }),
    ).toBe(false);
  });
  for (const [name, value] of [
    ['auto-submitted', 'auto-replied'],
    ['auto-submitted', 'auto-generated; owner-email="a@b.fr"'],
    ['precedence', 'bulk'],
    ['precedence', 'auto_reply'],
    ['return-path', '<>'],
    ['x-autoreply', 'yes'],
    ['list-id', '<liste.exemple.fr>'],
  ] as const)
    test(`${name}: ${value}`, () => {
      expect(isAutomatic({ ...person, headers: { [name]: value } })).toBe(true);
    });
  for (const from of [
    'MAILER-DAEMON@exemple.fr',
    'postmaster@exemple.fr',
    'no-reply@exemple.fr',
    'bounces+1@x.fr',
    '',
  ])
    test(from || 'nobody', () => {
      expect(isAutomatic({ ...person, from })).toBe(true);
    });
});
