import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn, mended, textsOf, wordFaultsIn } from './copy.ts';
import { englishIn } from './english.ts';

const root = join(import.meta.dirname, '../..');
const web = join(root, 'web');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
const sources = filesOf(web);

it('one word for each thing, on pages, in mails and in errors (docs/glossary.md)', () => {
  const files = ['web', 'server', 'product', 'platform'].flatMap((room) =>
    filesOf(join(root, room)).map((file) => `${room}/${file}`),
  );
  expect(files.length).toBeGreaterThan(600);
  const faults = files
    // Neither is copy: elision's examples, and the words by which mails of six languages announce a quotation.
    .filter((file) => !['product/shared/elision.ts', 'product/support/rules/quotations.ts'].includes(file))
    .flatMap((file) =>
      wordFaultsIn(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
    );
  expect(faults).toEqual([]);
});

describe('the words', () => {
  const said = (text: string, file = 'server/mail/a.ts') => wordFaultsIn(file, `const a = ${text};`);

  it.each([
    "'Un courriel part'",
    "'Le prix comprend les frais de service'",
    "'La salle ouvre'",
    "'22,50 € sont rendus'",
    "'Rien n’est à rendre'",
    "'Bon retour'",
    "'Un mot de passe neuf'",
    "'Coaching · visio'",
    "'Coaching · 60 min'",
    "'Si vous ne venez pas : rien n’est débité'",
    "'Votre place est prise et payée'",
    "'Disponible 48 h après la session'",
    "'Confirmé'",
    "'Rendez-vous mercredi 25 Novembre'",
    "'Le Mercredi 25 novembre'",
    '`Annuler la session \u0024{booking.title} ?`',
    "'Effacés le 12 mars'",
    "'Une assurance vous couvre'",
    '`Rétablir le compte de \u0024{name} ?`',
    '`Attendez que \u0024{scene.other} arrive`',
  ])('%s is told', (text) => {
    expect(said(text)).toHaveLength(1);
  });

  it.each([
    "'La salle d’attente'",
    "'Rendez-vous le 12 mars'",
    "'Votre place est prise'",
    "'Mercredi 25 novembre'",
    '`Annuler la session « \u0024{booking.title} » ?`',
    "'en visio, 1 h'",
    "'En visio, 45 min'",
    '`Prolonger de \u0024{longer}`',
    '`Le compte \u0024{ofName(name)}`',
  ])('%s may stand', (text) => {
    expect(said(text)).toEqual([]);
  });

  it('a viewer is « vous » on their own pages', () => {
    expect(said("'Si le viewer annule'", 'web/features/booking/a.tsx')).toHaveLength(1);
    expect(said("'Si le viewer annule'", 'web/features/admin/a.tsx')).toEqual([]);
  });
});

it('the copy of every file of the page is right (else: node tools/french-copy/mend.ts web/<file>)', () => {
  expect(sources.length).toBeGreaterThan(300);
  const faults = sources.flatMap((file) =>
    faultsIn(file, readFileSync(join(web, file), 'utf8')).map((fault) => `web/${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

it('apostrophes and ellipses are right in what the server writes too: mails, refusals, examples (else: node tools/french-copy/mend.ts <file>)', () => {
  const faults = ['server', 'product', 'platform', 'database'].flatMap((room) =>
    filesOf(join(root, room))
      .map((file) => `${room}/${file}`)
      // What people type is recognised with either apostrophe, names of people are written as they type them, and the page's frame has the
      // specification's « Loading... » within its markup.
      .filter(
        (file) =>
          !/^(?:product\/moderation\/rules\/signals|server\/web\/(?:page|first-lines)|database\/generated|database\/seed\/(?:people|streamer-))/.test(
            file,
          ),
      )
      .flatMap((file) =>
        faultsIn(file, readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
      ),
  );
  expect(faults).toEqual([]);
});

describe('the mender', () => {
  const wrong = `const a = <p title="Prêt ?">Oui : « non » à 18 h 30, l'heure... {x ? 'a :' : \`b \${c} ! d !\`}</p>;`;

  it('sets copy right and leaves code alone', () => {
    expect(mended('a.tsx', wrong).replaceAll('\u202f', '~').replaceAll('\u00a0', '_')).toBe(
      `const a = <p title="Prêt~?">Oui~: «~non~» à 18_h_30, l’heure… {x ? 'a~:' : \`b \${c} ! d~!\`}</p>;`,
    );
  });

  it('sets the letters alone where spaces are set later', () => {
    const mail = "const a = `jusqu'au \u0024{b} : aujourd'hui, quelqu'un...`;";
    expect(mended('server/mail/a.ts', mail)).toBe(
      'const a = `jusqu’au \u0024{b} : aujourd’hui, quelqu’un…`;',
    );
    expect(faultsIn('server/mail/a.ts', mail)).toHaveLength(3);
  });

  it('leaves nothing to say about what it mended', () => {
    expect(faultsIn('a.tsx', wrong)).not.toEqual([]);
    expect(faultsIn('a.tsx', mended('a.tsx', wrong))).toEqual([]);
  });

  it('lets what the specification quotes stand, and class names', () => {
    const source = `const b = <i className="h-1 top-44 h-[620px] md:flex">Loading...</i>;`;
    expect(faultsIn('b.tsx', source)).toEqual([]);
  });
});

describe('"The interface text is in French"', () => {
  it('no English word stands in what people read: pages, mails, sentences of refusals', () => {
    // A file for the tax office has the names of its own schema, and a calendar those of its standard.
    const others =
      /^product\/books\/rules\/dac7|^product\/booking\/mails\/calendar|^server\/integrations\/calendars\//;
    // Names of schema.org, the sentences of Factur-X on its own fields, and what a script is told of a missing asset.
    const ofStandards =
      /^(?:WebSite|Person|Offer|Not found)$|^The (?:name|type|actual version|conformance level) .*\b(?:XML|hybrid) document/;
    // Of a room of the product: its mails, its rules and its contracts, also without any French; and whatever else says something in it.
    const said =
      /^(?:web|server\/mail|product\/(?:mail|shared|[a-z]+\/(?:mails|rules)))\/|^product\/[a-z]+\/[a-z-]*contract\.ts$/;
    const french = /[éèàêçîôûœ]|(?<!\p{L})(?:vous|votre|une|des|les|pour|avec)(?!\p{L})/iu;
    const read = ['web', 'server', 'product', 'platform']
      .flatMap((room) => filesOf(join(root, room)).map((file) => `${room}/${file}`))
      .filter((file) => !others.test(file) && !/\/testing\//.test(file))
      .map((file) => ({ file, texts: textsOf(file, readFileSync(join(root, file), 'utf8')) }))
      .filter(({ file, texts }) => said.test(file) || texts.some((text) => french.test(text)));
    const names = read.map(({ file }) => file);
    // Those that write pages, documents and answers of their own.
    expect(names).toEqual(
      expect.arrayContaining([
        'product/availability/check-hours.ts',
        'product/availability/commands/block-time.ts',
        'product/books/books-tables.ts',
        'product/books/render-document.ts',
        'product/books/render-statement.ts',
        'product/discovery/public-pages.ts',
        'product/insight/stop-invitations.ts',
        'product/payments/dispute-evidence.ts',
        'product/stream/embed/embed-script.ts',
      ]),
    );
    expect(names.some((name) => /sandbox.*page-html\.ts$/.test(name))).toBe(true);
    const found = read.flatMap(({ file, texts }) =>
      texts
        .filter((text) => !ofStandards.test(text))
        .flatMap((text) => englishIn(text).map((word) => `${file}: « ${word} » in « ${text} »`)),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "const a = 'Save your changes';",
    "const a = 'Upcoming sessions';",
    "const a = 'No results found';",
    'const a = <button>Cancel</button>;',
    "const a = 'Add to calendar';",
    "const a = 'Manage offers';",
    "const a = 'Receipt';",
    "const a = 'Card declined';",
    "const a = 'Learn more';",
    "const a = 'Choose a time slot';",
    'const a = <p>Something went wrong</p>;',
    'const a = <p>please wait</p>;',
    'const a = <button title="Delete">Supprimer</button>;',
    "const a = { text: 'Your booking is confirmed' };",
    'const a = `Hello \u0024{name}, welcome`;',
    "toast({ title: 'Saved' });",
    'const a = <p>Bonjour, {x} and welcome</p>;',
  ])('%s is told', (source) => {
    expect(textsOf('a.tsx', source).flatMap(englishIn)).not.toEqual([]);
  });

  it.each([
    "const a = 'Votre page est en ligne';",
    'const a = <p className="flex hidden items-center">Loading...</p>;',
    "const a = 'Vos seconds facteurs';",
    "throw new SomeError('Sign in again');",
    "console.warn('Not loaded ahead', error);",
    "if (event.key === 'Enter') send();",
    "const a = 'Contre « Save the Queen », en finale';",
  ])('%s may stand', (source) => {
    expect(textsOf('a.tsx', source).flatMap(englishIn)).toEqual([]);
  });
});
