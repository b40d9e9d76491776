// Long because each program and language whose mails are read is a row of its tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automationOf, readReply } from './reply-text.ts';

const replyText = (mail: string) => readReply(mail).words;
const mailOf = (name: string) => readFileSync(join(import.meta.dirname, 'testing/replies', name), 'utf8');

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

/** Who wrote the mail that was answered, as programs say it: with the day, the hour, and the address. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  français: [
    'Le lun. 12 janv. 2026 à 14:03, Loge <bonjour@loge.test> a écrit :',
    'Le 12 janv. 2026 à 14 h 03, Loge <bonjour@loge.test> a écrit :',
    'Le 12/01/2026 14:03, Loge <bonjour@loge.test> a écrit:',
    'Loge <bonjour@loge.test> a écrit le lun. 12 janv. 2026 14:03 :',
  ],
  allemand: [
    'Am 12.01.2026 um 14:03 schrieb Loge <bonjour@loge.test>:',
    'Am Mo., 12. Jan. 2026 um 14:03 Uhr schrieb Loge <bonjour@loge.test>:',
    'Loge <bonjour@loge.test> schrieb am Mo., 12. Jan. 2026, 14:03:',
    'Am 12. Januar 2026 14:03:11 MEZ schrieb Loge <bonjour@loge.test>:',
    'Am Montag, 12. Januar 2026 um 14:03:12 MEZ hat Loge <bonjour@loge.test> Folgendes geschrieben:',
    'Loge <bonjour@loge.test> hat am 12.01.2026 14:03 CET geschrieben:',
    'Loge <bonjour@loge.test> hat am 12. Januar 2026 um 14:03 geschrieben:',
  ],
  espagnol: [
    'El lun, 12 ene 2026 a las 14:03, Loge (<bonjour@loge.test>) escribió:',
    'El 12/1/26 a las 14:03, Loge <bonjour@loge.test> escribió:',
  ],
  italien: [
    'Il giorno lun 12 gen 2026 alle ore 14:03 Loge <bonjour@loge.test> ha scritto:',
    'Il 12/01/2026 14:03, Loge <bonjour@loge.test> ha scritto:',
  ],
  portugais: [
    'Em seg., 12 de jan. de 2026 às 14:03, Loge <bonjour@loge.test> escreveu:',
    'A segunda, 12/01/2026, 14:03, Loge <bonjour@loge.test> escreveu:',
    'Em 12/01/2026 14:03, Loge <bonjour@loge.test> escreveu:',
    'Loge <bonjour@loge.test> escreveu no dia segunda, 12/01/2026 à(s) 14:03:',
    'Loge <bonjour@loge.test> escreveu (segunda, 12/01/2026 à(s) 14:03):',
    'Às 14:03 de 12/01/2026, Loge <bonjour@loge.test> escreveu:',
    'No dia 12 de janeiro de 2026, às 14:03, Loge <bonjour@loge.test> escreveu:',
    '2026-01-12 14:03 GMT+00:00 Loge <bonjour@loge.test>:',
  ],
  anglais: [
    'On Mon, Jan 12, 2026 at 2:03 PM Loge <bonjour@loge.test> wrote:',
    'On 12 Jan 2026, at 14:03, Loge <bonjour@loge.test> wrote:',
    'On 12/01/2026 14:03, Loge <bonjour@loge.test> wrote:',
  ],
  néerlandais: ['Op ma 12 jan 2026 om 14:03 schreef Loge <bonjour@loge.test>:'],
};

/** The block that Outlook, Windows Mail and others put instead, each line as they name it. */
const BLOCKS: Readonly<Record<string, string>> = {
  'Outlook, français':
    'De : Loge <bonjour@loge.test>\nEnvoyé : lundi 12 janvier 2026 14:03\nÀ : Camille <c@exemple.test>\nObjet : Votre demande',
  'Outlook, anglais':
    'From: Loge <bonjour@loge.test>\nSent: Monday, January 12, 2026 2:03 PM\nTo: Camille <c@exemple.test>\nSubject: Votre demande',
  'Outlook, allemand':
    'Von: Loge <bonjour@loge.test>\nGesendet: Montag, 12. Januar 2026 14:03\nAn: Camille <c@exemple.test>\nBetreff: Votre demande',
  'Outlook, espagnol':
    'De: Loge <bonjour@loge.test>\nEnviado el: lunes, 12 de enero de 2026 14:03\nPara: Camille <c@exemple.test>\nAsunto: Votre demande',
  'Outlook, italien':
    'Da: Loge <bonjour@loge.test>\nInviato: lunedì 12 gennaio 2026 14:03\nA: Camille <c@exemple.test>\nOggetto: Votre demande',
  'Outlook, portugais':
    'De: Loge <bonjour@loge.test>\nEnviada em: segunda-feira, 12 de janeiro de 2026 14:03\nPara: Camille <c@exemple.test>\nAssunto: Votre demande',
  'Outlook pour Mac, français':
    'De : Loge <bonjour@loge.test>\nDate : lundi, 12 janvier 2026 à 14:03\nÀ : Camille <c@exemple.test>\nObjet : Votre demande',
  'Outlook du web, en gras':
    '________________________________\n*De :* Loge <bonjour@loge.test>\n*Envoyé :* lundi 12 janvier 2026 14:03\n*À :* Camille\n*Objet :* Votre demande',
  'Windows Mail, français':
    'De : Loge <bonjour@loge.test>\nEnvoyé le :lundi 12 janvier 2026 14:03\nÀ : c@exemple.test\nObjet :Votre demande',
  'Windows Mail, allemand':
    'Von: Loge <bonjour@loge.test>\nGesendet am:Montag, 12. Januar 2026 14:03\nAn: c@exemple.test\nBetreff:Votre demande',
  'Orange, français':
    'envoyé : 12 janvier 2026 à 14:03\nde : Loge <bonjour@loge.test>\nà : c@exemple.test\nobjet : Votre demande',
  'La Poste, français':
    'De : "Loge"\nA : "c@exemple.test" <c@exemple.test>\nEnvoyé: lundi 12 Janvier 2026 14:03\nObjet : Votre demande',
  'La Poste, message du':
    'Message du 12/01/26 14:03\nDe : "Loge" <bonjour@loge.test>\nA : c@exemple.test\nCopie à : \nObjet : Votre demande',
  'Zimbra, français':
    '----- Mail original -----\nDe: "Loge" <bonjour@loge.test>\nÀ: "Camille" <c@exemple.test>\nEnvoyé: Lundi 12 Janvier 2026 14:03:00\nObjet: Votre demande',
  'Zimbra, anglais':
    '----- Original Message -----\nFrom: "Loge" <bonjour@loge.test>\nTo: "Camille" <c@exemple.test>\nSent: Monday, January 12, 2026 2:03:00 PM\nSubject: Votre demande',
  'Zimbra, allemand': '----- Ursprüngliche Mail -----\nVon: "Loge" <bonjour@loge.test>',
  'Zimbra, espagnol': '----- Mensaje original -----\nDe: "Loge" <bonjour@loge.test>',
  'Zimbra, italien': '----- Messaggio originale -----\nDa: "Loge" <bonjour@loge.test>',
  'Zimbra, portugais': '----- Mensagem original -----\nDe: "Loge" <bonjour@loge.test>',
  'Thunderbird, transféré':
    '-------- Message original --------\nSujet : Votre demande\nDate : Mon, 12 Jan 2026 14:03:00 +0100\nDe : Loge <bonjour@loge.test>',
  'Gmail, transféré': '---------- Forwarded message ---------\nDe : Loge <bonjour@loge.test>',
  'Gmail, transmis': '---------- Message transmis ----------\nDe : Loge <bonjour@loge.test>',
  'GMX, allemand': '--- Original-Nachricht ---\nVon: Loge\nBetreff: Votre demande\nDatum: 12.01.2026, 14:03',
  'Outlook, une ligne vide entre chaque':
    'De : Loge, <bonjour@loge.test>\n\nEnvoyé : lundi 12 janvier 2026 14:03\n\nÀ : c@exemple.test\n\nObjet : Votre demande',
  SFR: '========================================\n\nMessage du : 12/01/2026 14:03\nDe : "Loge " <bonjour@loge.test>\nA : c@exemple.test\nCopie à : \nSujet : Votre demande',
  Roundcube: '---\nLe 2026-01-12 14:03, Loge <bonjour@loge.test> a écrit :',
  Zoho: '---- Le lun., 12 janv. 2026 14:03:00 +0100 Loge <bonjour@loge.test> a écrit ----',
};

/** What telephones and programs add by themselves. */
const ADVERTISEMENTS = [
  'Envoyé de mon iPhone',
  'Envoyé depuis mon appareil Galaxy',
  'Envoyé depuis mon mobile Orange',
  'Envoyé depuis l’application Mail Orange',
  'Envoyé à partir de Outlook pour Android',
  'Envoyé à partir de Courrier pour Windows',
  'Envoyé avec la messagerie sécurisée Proton Mail.',
  'Sent from my iPhone',
  'Sent from Mail for Windows',
  'Sent from Outlook for iOS<https://aka.ms/o0ukef>',
  'Von meinem iPhone gesendet',
  'Gesendet von Outlook für Android',
  'Enviado desde mi iPhone',
  'Inviato da iPhone',
  'Enviado do meu iPhone',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Télécharger Outlook pour Android',
  'Obtenir Outlook pour iOS',
  'Provenance : Courrier pour Windows',
  'Enviado desde Correo para Windows',
  'Inviato da Posta per Windows',
  'Enviado do Email para Windows',
  'Envoyé de Yahoo Mail pour iPhone',
  'Envoyé à partir de Yahoo Mail sur Android',
  'Sent from Yahoo Mail on Android',
  'Enviado do Yahoo Mail no Android',
  'Envoyé à partir d’Outlook pour Android',
  'Envoyé de mon Pixel',
  'Envoyé de mon Pixel 8 Pro',
  'Envoyé de mon Galaxy S23',
  'Envoyé depuis mon OnePlus',
  'Envoyé depuis mon Honor',
  'Envoyé depuis mon smartphone Samsung Galaxy.',
  'Envoyé de mon téléphone portable Bouygues Telecom',
  'Gesendet mit der GMX Mail App',
  'Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.',
  'Inviato da Libero Mail',
  'Enviado do meu telefone Samsung',
];

describe('the mail that was answered is left out of the words', () => {
  for (const [language, sentences] of Object.entries(SENTENCES))
    test.each(sentences)(`${language} : %s`, (sentence) => {
      for (const below of ['\n> Votre place est prise.\n', '\n\n> Votre place est prise.\n'])
        expect(readReply(`${WORDS}\n\n${sentence}${below}`)).toEqual({ words: WORDS, folded: '' });
      const unmarked = `${sentence}\n\nVotre place est prise.`;
      expect(readReply(`${WORDS}\n\n${unmarked}\n`)).toEqual({ words: WORDS, folded: unmarked });
      // As programs break it, after some seventy characters.
      const broken = sentence.replace(/(?<=.{8}) (?=<|\(<)/, '\n');
      expect(readReply(`${WORDS}\n\n${broken}\n> Votre place.`)).toEqual({ words: WORDS, folded: '' });
      expect(readReply(`${WORDS}\n\n> ${sentence}\n>\n> Votre place.`)).toEqual({ words: WORDS, folded: '' });
    });

  test.each(Object.entries(BLOCKS))('%s', (_, block) => {
    for (const ending of ['\n', '\r\n'])
      expect(readReply(`${WORDS}\n\n${block}\n\nVotre place est prise.\n`.replaceAll('\n', ending))).toEqual({
        words: WORDS,
        folded: `${block}\n\nVotre place est prise.`,
      });
    const marked = block.replaceAll(/^/gm, '> ');
    expect(readReply(`${WORDS}\n\n${marked}\n>\n> Votre place.`)).toEqual({ words: WORDS, folded: '' });
  });

  test.each(ADVERTISEMENTS)('%s', (line) => {
    expect(readReply(`${WORDS}\n\n${line}\n`)).toEqual({ words: WORDS, folded: '' });
    expect(readReply(`Oui.\n\n${line}\n\nEt le micro ?`).words).toBe('Oui.\n\nEt le micro ?');
  });

  test('as two public cases have it', () => {
    expect(readReply(mailOf('reply-windows-mail-fr.txt'))).toEqual({
      words: 'Oui, merci.',
      folded: mailOf('reply-windows-mail-fr.txt').replace('Oui, merci.', '').trim(),
    });
    expect(readReply(mailOf('reply-de.txt'))).toEqual({ words: 'Ok', folded: '' });
  });
});

describe('what a person wrote stays, word for word', () => {
  test.each(['reply-own-words.txt', 'reply-own-rule.txt'])('%s', (name) => {
    expect(readReply(mailOf(name))).toEqual({ words: mailOf(name).trim(), folded: '' });
  });
  test.each([
    'Le streamer a écrit :\n« je serai là à 20 h »\net il n’est jamais venu.',
    'Le 12 janvier, il m’a écrit :\n« demain »',
    'Le 12/01/2026 à 14:03, le streamer nous a écrit :\nje serai là\net puis rien.',
    'Le 12/01/2026 à 14:03, Nadia a écrit :\n« je serai là »\net puis rien.',
    'On the page it is what he wrote:\nthat he would come.',
    'Am Ende schrieb er mir:\nbis morgen.',
    'Envoyé de Lyon, où je suis jusqu’à lundi.',
    'Envoyé de mon téléphone hier soir, sans réponse.',
    'Envoyé depuis Marseille\nCamille',
    'Envoyé depuis Orange\nCamille',
    'Envoyé depuis mon iPhone hier, jamais arrivé',
    'Bonjour,\nLe streamer leo12@x.fr a écrit :\nnon\nJe veux être remboursé.',
    'Bonjour,\n\nOn Discord leo12@x.fr wrote:\npay me\nWhat now?',
    'Le 3 mars à 20:00, camille@x.fr a écrit :\n« je ne viens pas »\nQue faire ?',
    'Il a écrit le 12/01/2026 14:03 :\nbonjour',
    'Sent from Paris with love',
    'De : Lyon\nÀ : Paris\nDate : lundi 12 janvier 2026\nObjet : la session',
    'De : 14 h\nà : 16 h\nc’est possible ?',
    'Première question.\n--\nDeuxième question ?',
    'Un\n---\nDeux\n=====\nTrois\n________________________________\nQuatre',
    'Date : 12 janvier 2026 14:03\nMontant : 45 €\nObjet : remboursement',
    'From: where I stand, it is fine.\nTo: nobody.',
    'Message original : je veux être remboursé.',
    '- un point\n- un autre\n-- et un dernier',
  ])('%s', (own) => {
    expect(readReply(own)).toEqual({ words: own, folded: '' });
    expect(readReply(`${own}\n\nLe lun. 12 janv. 2026 à 14:03, Loge <a@b.fr> a écrit :\n> Place.`)).toEqual({
      words: own,
      folded: '',
    });
  });
});

describe('what is unsure is kept, folded', () => {
  test.each([
    [
      'below a signature',
      'Oui.\n-- \nCamille Martin\n06 00 00 00 00',
      'Oui.',
      'Camille Martin\n06 00 00 00 00',
    ],
    [
      'below a sentence with a day and an hour, of nobody’s address',
      'Oui.\n\nLe 23/11/2026 à 14:03, Loge a écrit :\n\nVotre place est prise.',
      'Oui.',
      'Le 23/11/2026 à 14:03, Loge a écrit :\n\nVotre place est prise.',
    ],
    [
      'below an address without a whole date',
      'Bonjour,\n\nLe 3 mars à 20:00, camille@x.fr a écrit :\nje ne viens pas.\n\nQue faire ?',
      'Bonjour,',
      'Le 3 mars à 20:00, camille@x.fr a écrit :\nje ne viens pas.\n\nQue faire ?',
    ],
    [
      'an answer within a mail that nothing marks',
      'Voir plus bas.\n\n-----Message d’origine-----\nDe : Loge\n\nQuel jour ?\nMardi.\nQuelle heure ?',
      'Voir plus bas.',
      '-----Message d’origine-----\nDe : Loge\n\nQuel jour ?\nMardi.\nQuelle heure ?',
    ],
    [
      'a name that stands alone above its address',
      'Ok\n\nLoge\n<a@loge.test> a écrit le lun. 12 janv. 2026 à 14:03 :\n\nVotre place.',
      'Ok',
      'Loge\n<a@loge.test> a écrit le lun. 12 janv. 2026 à 14:03 :\n\nVotre place.',
    ],
    ['marked lines of nobody', 'Voici :\n> 45 €\nEt alors ?', 'Voici :\nEt alors ?', '> 45 €'],
    [
      'an answer below a mail that nothing marks',
      '-----Message d’origine-----\nDe : Loge\n\nVotre place est prise.\n\nNon, elle ne l’est pas.',
      '',
      '-----Message d’origine-----\nDe : Loge\n\nVotre place est prise.\n\nNon, elle ne l’est pas.',
    ],
  ])('%s', (_, mail, words, folded) => {
    expect(readReply(mail)).toEqual({ words, folded });
  });
});

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

  test('nothing, when every line is marked', () => {
    expect(readReply('> Votre place est prise.\n>\n> Camille')).toEqual({ words: '', folded: '' });
  });

  test('with each line that no program marked, wherever it stands', () => {
    const program = fc.constantFrom(
      ...Object.values(SENTENCES).flat(),
      ...Object.values(BLOCKS),
      ...['-- ', '---', '________________________________', '', '> Votre place.', '-- \n'],
      ...['Le streamer leo12@x.fr a écrit :', 'Loge\n<a@loge.test> a écrit le 12/01/2026 14:03 :'],
    );
    const own = fc.integer({ min: 0, max: 9 }).map((n) => `Ma réponse ${String(n)}.`);
    fc.assert(
      fc.property(fc.array(fc.oneof(program, own), { maxLength: 12 }), (parts) => {
        const { words, folded } = readReply(parts.join('\n'));
        const kept = `${words}\n${folded}`.split('\n').filter((line) => line.startsWith('Ma réponse'));
        const written = parts.filter((line) => line.startsWith('Ma réponse'));
        expect(kept.toSorted()).toEqual(written.toSorted());
      }),
      { numRuns: 2000 },
    );
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

describe('what a machine wrote', () => {
  const person = { from: 'camille@exemple.fr', headers: {} };
  test.each([
    {},
    { 'auto-submitted': 'no', 'return-path': '<camille@exemple.fr>' },
    { 'auto-submitted': 'no (a person)', 'x-autoreply': 'no' },
    { precedence: 'first-class' },
  ])('is not what a person did: %o', (headers) => {
    expect(automationOf({ ...person, headers })).toBe('none');
  });
  test.each([
    ['auto-submitted', 'auto-replied'],
    ['auto-submitted', 'auto-generated; owner-email="a@b.fr"'],
    ['precedence', 'auto_reply'],
    ['return-path', '<>'],
    ['x-autoreply', 'yes'],
  ])('says so itself: %s: %s', (name, value) => {
    expect(automationOf({ ...person, headers: { [name]: value } })).toBe('certain');
  });
  test.each(['MAILER-DAEMON@exemple.fr', 'no-reply@exemple.fr', 'bounces+1@x.fr', ''])(
    'comes from « %s »',
    (from) => {
      expect(automationOf({ ...person, from })).toBe('certain');
    },
  );
  // Lists, senders of newsletters and filters put these on the mails of people too.
  test.each([
    ['precedence', 'bulk'],
    ['list-id', '<liste.exemple.fr>'],
    ['list-unsubscribe', '<https://exemple.fr>'],
    ['feedback-id', 'a:b:c'],
    ['x-loop', 'camille@exemple.fr'],
  ])('may be a person’s all the same: %s: %s', (name, value) => {
    expect(automationOf({ ...person, headers: { [name]: value } })).toBe('possible');
  });
  test('may come from the one mailbox of a small house', () => {
    expect(automationOf({ ...person, from: 'postmaster@exemple.fr' })).toBe('possible');
  });
});
