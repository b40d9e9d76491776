import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEVICE_COOKIE, DEVICE_COOKIE_DAYS } from '#platform/auth/devices.ts';
import { openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { TEXT_SLUGS, type TextSlug, unknownVariables } from '#product/shared/texts.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { acceptText, publishText, readText, saveDraft } from './contract.ts';
import { installTexts } from './install-texts.ts';

const product = await openProduct({ clockRuns: true });
await Promise.all(Array.from({ length: 8 }, () => installTexts(product.database.pool, product.work.now())));
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();
const visitor = { client: product.client() };
const reason = 'Précision demandée';
/** What a statement answers to a person, through the policies. */
const seenBy = async ({ id, sessionId }: SignedIn, sql: string) =>
  (
    await asCaller(
      product.database.pool,
      { role: 'authenticated', claims: { sub: id, role: 'authenticated', session_id: sessionId } },
      (db) => db.query(sql),
    )
  ).rows;
const written = (slug: string) =>
  product.rows('select version, body from text_versions where slug = $1 order by version', [slug]);

test('each text comes with a first version, once however many servers start at the same time', async () => {
  for (const slug of TEXT_SLUGS) {
    const [first, ...more] = await written(slug);
    expect(more, slug).toEqual([]);
    expect(unknownVariables(first?.body), slug).toEqual([]);
    const shown = await ask(visitor, readText, { slug });
    expect(shown.sections.length, slug).toBeGreaterThan(2);
    expect(new Set(shown.sections.map(({ id }) => id)).size, slug).toBe(shown.sections.length);
    expect(JSON.stringify(shown), slug).not.toContain('{{');
  }
});

/** What the law asks of each text, in the words by which a reader finds it. */
const ASKED: Readonly<Record<TextSlug, readonly (string | RegExp)[]>> = {
  // LCEN, art. 1-1 and 19; Code de la consommation, L616-1; DSA, art. 11, 12 and 16.
  'mentions-legales': [
    ...['{{exploitant}}', '{{forme}}', '{{adresse}}', '{{siren}}', '{{tva}}', '{{email}}', '{{telephone}}'],
    ...['{{directeur}}', '{{hebergeur}}', '{{mediateur}}', 'article 11', 'article 12', 'L616-1'],
    ...['point de contact unique', 'Signaler', 'votre nom et votre adresse e-mail', 'votre bonne foi'],
  ],
  // DSA, art. 14, 16, 17, 20, 21 and 23; Code de la consommation, L111-7.
  cgu: [
    ...['article 16', 'article 17', 'article 20', 'article 21', '**six mois**', '**un autre admin**'],
    ...[
      'la règle ou la loi appliquée',
      'Arcom',
      'L111-7',
      '### Comment les streamers sont classés',
      '### Abus',
    ],
    ...['15 ans', '{{mediateur}}', 'R631-3'],
  ],
  // Code de la consommation, L111-1, L221-5, L221-14, L221-15, L221-28 (12° and 1°) and the form of R221-1.
  cgv: [
    ...['L221-14', 'L221-15', /L221-28, 12°/, /L221-28, 1°/, '**ne s’applique pas**', 'date déterminée'],
    ...['Formulaire de rétractation', 'Je vous notifie', '{{commission}}', '{{retenue}}', '{{mediateur}}'],
    ...['Réserver avec obligation de paiement', 'toutes taxes comprises', 'article 289', '1217'],
  ],
  // RGPD, art. 13, 14 and 22.
  confidentialite: [
    ...[
      'articles 13 et 14',
      '**But**',
      '**Base**',
      '**Durée**',
      'CNIL',
      'article 22',
      'clauses contractuelles types',
    ],
    ...[
      'accéder',
      'emporter',
      'corriger',
      'effacer',
      'opposer',
      'limitation',
      'après votre mort',
      '{{hebergeur}}',
    ],
  ],
  cookies: ['article 82', 'Stockage local', 'Stockage de l’onglet', 'Do Not Track'],
  // Loi n° 2005-102, art. 47, and RGAA 4.1.
  accessibilite: [
    'RGAA',
    'partiellement conforme',
    'Contenus non accessibles',
    'Défenseur des droits',
    '{{email}}',
  ],
  aide: ['rembours', 'annuler', 'liste d’attente', '{{email}}'],
};

test.each(Object.entries(ASKED))(
  'the first version of %s says what the law asks of it',
  async (slug, asked) => {
    const [first] = await written(slug);
    const body = String(first?.body).replaceAll(/\s+/g, ' ');
    const missing = asked.filter((one) => (typeof one === 'string' ? !body.includes(one) : !one.test(body)));
    expect(missing).toEqual([]);
  },
);

test('the page about cookies names the one that a sign-in leaves', async () => {
  const [cookies] = await written('cookies');
  expect(cookies?.body).toContain(`\`${DEVICE_COOKIE}\``);
  expect(cookies?.body).toContain(`${DEVICE_COOKIE_DAYS} jours`);
});

test('what a text says of the terms is what they are today', async () => {
  const { sections } = await ask(visitor, readText, { slug: 'cgv' });
  expect(sections.map(({ html }) => html).join()).toMatch(/la commission de Loge, 15\s% du prix/);
});

test('a draft is seen by the team alone, and published in force at once; markup stays text', async () => {
  const slug = 'cookies';
  const body = 'Bonjour <script>alert(1)</script>\n\n## Rien\n\n[ici](javascript:alert(1)) **vraiment**';
  expect(await codeOf(viewer, saveDraft, { slug, body, baseVersion: 1 })).toBe('forbidden');
  const draft = await ask(admin, saveDraft, { slug, body, baseVersion: 1 });
  expect(draft).toMatchObject({ kept: true });
  expect(draft.intro).toContain('&lt;script&gt;');
  expect(draft.sections[0]?.html).not.toContain('href');
  expect((await ask(visitor, readText, { slug })).version).toBe(1);

  expect(await codeOf(admin, publishText, { slug, baseVersion: 2, effectiveAt: null, reason })).toBe(
    'text_changed',
  );
  expect(await ask(admin, publishText, { slug, baseVersion: 1, effectiveAt: null, reason })).toMatchObject({
    version: 2,
  });
  expect(await ask(visitor, readText, { slug })).toMatchObject({ version: 2, intro: draft.intro });
  expect(await codeOf(admin, publishText, { slug, baseVersion: 2, effectiveAt: null, reason })).toBe(
    'draft_not_found',
  );
  const [entry] = await product.rows(
    'select action, subject_id, before, after from audit_log order by id desc limit 1',
  );
  expect(entry).toMatchObject({
    action: 'content/publish-text',
    subject_id: 'cookies/2',
    before: { version: 1 },
    after: { version: 2 },
  });
});

test('a text that nobody could read is refused, and one that changes nothing is no draft', async () => {
  const slug = 'accessibilite';
  const refused = await send(admin, saveDraft, { slug, body: 'Écrivez à {{personne}}', baseVersion: 1 });
  expect(refused.refusal).toMatchObject({
    code: 'invalid_input',
    fields: { body: expect.stringContaining('{{personne}}') },
  });
  const [first] = await written(slug);
  expect(
    await ask(admin, saveDraft, { slug, body: `${first?.body}\nEncore.`, baseVersion: 1 }),
  ).toMatchObject({ kept: true });
  expect(await ask(admin, saveDraft, { slug, body: first?.body, baseVersion: 1 })).toMatchObject({
    kept: false,
  });
  expect(await codeOf(admin, publishText, { slug, baseVersion: 1, effectiveAt: null, reason })).toBe(
    'draft_not_found',
  );
});

test('of ten admins who publish at once, one does; the moment may be to come, not past', async () => {
  const slug = 'aide';
  await ask(admin, saveDraft, { slug, body: '## Une question\n\nUne réponse.', baseVersion: 1 });
  const past = new Date(product.work.now().getTime() - 60_000).toISOString();
  expect(await codeOf(admin, publishText, { slug, baseVersion: 1, effectiveAt: past, reason })).toBe(
    'moment_in_past',
  );
  const later = new Date(product.work.now().getTime() + 86_400_000).toISOString();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      send(admin, publishText, { slug, baseVersion: 1, effectiveAt: later, reason }),
    ),
  );
  expect(answers.filter(({ refusal }) => !refusal)).toHaveLength(1);
  expect(await written(slug)).toHaveLength(2);
  // Until its day the one before is in force, and says what comes.
  expect(await ask(visitor, readText, { slug })).toMatchObject({ version: 1, nextAt: later });
  expect(await seenBy(viewer, `select version from text_versions where slug = '${slug}'`)).toEqual([
    { version: 1 },
  ]);
});

test('who signs up accepts the conditions of use, and is asked again when they change', async () => {
  expect(await seenBy(viewer, 'select slug, version from text_acceptances')).toEqual([
    { slug: 'cgu', version: 1 },
  ]);
  const asked = () => seenBy(viewer, 'select slug, version from texts_to_accept');
  expect(await asked()).toEqual([]);
  await ask(admin, saveDraft, { slug: 'cgu', body: '## Une règle\n\nLa même pour tous.', baseVersion: 1 });
  await ask(admin, publishText, { slug: 'cgu', baseVersion: 1, effectiveAt: null, reason });
  expect(await asked()).toEqual([{ slug: 'cgu', version: 2 }]);
  expect(await codeOf(viewer, acceptText, { slug: 'cgu', version: 1 })).toBe('text_changed');
  expect(await ask(viewer, acceptText, { slug: 'cgu', version: 2 })).toEqual({ slug: 'cgu', version: 2 });
  expect(await asked()).toEqual([]);
});

test('a payment keeps which conditions of sale it was made under', async () => {
  const fixture = await openFixture(product, { priceCents: 4_500 });
  const till = tillOf(product);
  await till.opened(viewer, fixture, startIn(product, 3));
  const kept = await product.rows(
    "select version from text_acceptances where person_id = $1 and slug = 'cgv'",
    [viewer.id],
  );
  expect(kept).toEqual([{ version: 1 }]);
});

// Last: the server’s clock stays ahead of the database’s from here on.
test('a release with another wording leaves in force what the team published, and tells the team until it publishes again', async () => {
  const slug = 'mentions-legales';
  const told = () => seenBy(admin, `select slug, body from admin_house_texts where slug = '${slug}'`);
  const publish = async (body: string, baseVersion: number) => {
    await ask(admin, saveDraft, { slug, body, baseVersion });
    await ask(admin, publishText, { slug, baseVersion, effectiveAt: null, reason });
    product.clock.ahead += 60_000;
  };
  await publish('## Nous\n\nNotre propre texte.', 1);
  expect(await told()).toEqual([]);

  const nextRelease = await mkdtemp(join(tmpdir(), 'loge-texts-'));
  await cp(join(import.meta.dirname, 'texts'), nextRelease, { recursive: true });
  const body = '## Nous\n\nLe texte de la version suivante.';
  await writeFile(join(nextRelease, `${slug}.md`), body);
  const start = () =>
    Promise.all(
      Array.from({ length: 8 }, () => installTexts(product.database.pool, product.work.now(), nextRelease)),
    );
  await start();
  expect((await ask(visitor, readText, { slug })).version).toBe(2);
  expect(await seenBy(admin, 'select slug, body from admin_house_texts')).toEqual([{ slug, body }]);
  expect(await seenBy(viewer, 'select slug from admin_house_texts')).toEqual([]);
  const kept = () =>
    product.rows('select body, since from private.house_texts where slug = $1 order by since', [slug]);
  const since = await kept();
  // The next start with the same wording is no news.
  product.clock.ahead += 60_000;
  await start();
  expect(await kept()).toEqual(since);
  // Nor is a process of the release before that starts again meanwhile.
  await installTexts(product.database.pool, product.work.now());
  expect(await kept()).toEqual(since);
  expect(await told()).toEqual([{ slug, body }]);
  // A text that is too long to be kept stops nobody from starting.
  await writeFile(join(nextRelease, 'aide.md'), 'é'.repeat(60_001));
  expect(await installTexts(product.database.pool, product.work.now(), nextRelease)).toEqual(['aide']);
  await cp(join(import.meta.dirname, 'texts', 'aide.md'), join(nextRelease, 'aide.md'));

  await publish('## Nous\n\nNotre propre texte, d’après celui de Loge.', 2);
  await start();
  expect(await told()).toEqual([]);
  await rm(nextRelease, { recursive: true });
});
