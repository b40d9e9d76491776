// Long because every file that declares or publishes is made from the same sellers and read in the same ways.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import pino from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { insertBooking } from '#database/seed/marketplace-factories.ts';
import { forgetKeptSellers } from '#product/deletion/forget-seller.ts';
import { cents } from '#product/shared/money/cents.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { makeFile, readFile, recordDeposit } from './contract.ts';
import { saveFiscalIdentity } from './documents-contract.ts';
import { makeStatements } from './make-statements.ts';
import { amountText, type FileKind, PRINTED } from './rules/files.ts';
import { IDENTITY, insertHeld, insertMove } from './testing/sessions.ts';

const product = await openProduct();
const { pool } = product.database;
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();
/** Years are declared once they are over: those of these tests all are. */
const setClock = (at: string) => {
  product.clock.ahead = Date.parse(at) - Date.now();
};
beforeEach(() => setClock('2075-01-02T10:00:00Z'));

const grammar = XmlDocument.fromString(
  readFileSync(new URL('rules/testing/dpi.rng', import.meta.url), 'utf8'),
);
const schema = RelaxNGValidator.fromDoc(grammar);
/** @throws XmlValidateError naming what the schema does not allow */
function validate(xml: string): void {
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
  } finally {
    document.dispose();
  }
}

const PERSON = {
  ...IDENTITY,
  kind: 'individual' as const,
  legalName: 'Anne & Lou Le Goff',
  soleTrader: false,
  siren: null,
  birthDate: '1998-02-28',
  taxNumber: '1234567890123',
};
const COMPANY = { ...IDENTITY, legalName: 'Studio <Rideau> SARL', soleTrader: false };

const sell = (streamer: SignedIn, releasedAt: string, share: number, fee: number) =>
  insertHeld(pool, {
    streamerId: streamer.id,
    viewerId: viewer.id,
    start: new Date(Date.parse(releasedAt) - 3 * 86_400_000),
    releasedAt: new Date(releasedAt),
    share,
    fee,
  });
const WHY = 'Déclaration annuelle';
async function fileOf(kind: FileKind, year: number): Promise<{ fileId: string; body: string; name: string }> {
  const { fileId, name } = await ask(admin, makeFile, { kind, month: `${year}-12`, reason: WHY });
  return { fileId, name, body: (await ask(admin, readFile, { fileId, reason: WHY })).body };
}
/** A table of ours as objects. No cell of these tests holds a semicolon. */
function tableOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  const names = header.split(';');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [names[at] ?? '', cell])));
}
const indications = (xml: string) => [...xml.matchAll(/<stf:DocTypeIndic>(OECD\d)/g)].map(([, code]) => code);

describe('the declaration of sellers', () => {
  test('tells of everybody who was credited anything what their own statement tells them, to the cent', async () => {
    const [anne, studio, nobody, poor] = [
      await product.join({ role: 'streamer', firstName: 'Anne & Lou' }),
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
    ];
    await ask(anne, saveFiscalIdentity, PERSON);
    await ask(studio, saveFiscalIdentity, COMPANY);
    await ask(nobody, saveFiscalIdentity, { ...PERSON, taxNumber: '2234567890123' });
    // One cent is enough: what is sold is a service.
    await sell(poor, '2041-05-01T10:00:00Z', 1, 1);
    await sell(anne, '2041-03-31T21:59:59Z', 2_049, 301);
    const later = await sell(anne, '2041-03-31T22:00:00Z', 4_051, 599);
    await sell(anne, '2041-12-31T23:00:00Z', 9_999, 999);
    await insertMove(
      pool,
      { streamerId: anne.id, bookingId: later, at: new Date('2041-11-01T10:00:00Z'), kind: 'refund' },
      [
        ['streamer_available', 151],
        ['platform_fees', 49],
        ['provider_balance', -200],
      ],
    );
    await sell(studio, '2041-08-01T10:00:00Z', 100_050, 15_000);
    const before = tableOf((await fileOf('dac7_sellers', 2041)).body);
    await makeStatements({
      pool,
      logger: pino({ level: 'silent' }),
      seal: product.deps.seal,
      operator: product.deps.operator.business,
      backdated: false,
      now: () => new Date('2042-01-05T10:00:00Z'),
    });
    const declared = tableOf((await fileOf('dac7_sellers', 2041)).body);
    expect(declared).toEqual(before);
    expect(declared).toHaveLength(3);
    for (const who of [anne, studio, poor]) {
      const told = await product.rows(
        `select q.quarter, q.sessions, q.credited_cents::int as credited, q.fee_cents::int as fee from statement_quarters q
         join documents d on d.id = q.document_id where d.streamer_id = $1 and d.period_first = '2041-01-01' order by 1`,
        [who.id],
      );
      expect(told).toHaveLength(4);
      const own = declared.filter((row) =>
        told.every(
          ({ quarter, sessions, credited, fee }) =>
            row[`Montant net T${quarter}`] === amountText(cents(credited)) &&
            row[`Commission T${quarter}`] === amountText(cents(fee)) &&
            row[`Sessions T${quarter}`] === String(sessions),
        ),
      );
      expect(own).toHaveLength(1);
    }
    const [asked] = declared.filter((row) => row['Il manque'] !== '');
    expect(asked).toMatchObject({ 'Il manque': 'identité fiscale', 'À demander à': poor.email });

    const { body: xml, fileId } = await fileOf('dac7', 2041);
    validate(xml);
    expect(() => validate(xml.replace(/<dpi:BirthInfo>.*?<\/dpi:BirthInfo>/s, ''))).toThrow();
    expect(indications(xml)).toEqual(['OECD1', 'OECD1', 'OECD1']);
    expect(xml).toContain(
      '<dpi:FirstName>Anne &amp; Lou</dpi:FirstName><dpi:LastName>Le Goff</dpi:LastName>',
    );
    expect(xml).toContain('<dpi:Name>Studio &lt;Rideau&gt; SARL</dpi:Name>');
    // 20,49 € and 40,51 € in whole euros, and 1,51 € that were taken back.
    expect(xml).toContain(
      '<dpi:ConsQ1 currCode="EUR">20</dpi:ConsQ1><dpi:ConsQ2 currCode="EUR">41</dpi:ConsQ2><dpi:ConsQ3 currCode="EUR">0</dpi:ConsQ3><dpi:ConsQ4 currCode="EUR">-2</dpi:ConsQ4>',
    );
    // The database alone does not tell who they are, and who had it read stands in the log.
    const [kept] = await product.rows('select body, sealed from accounting_files where id = $1', [fileId]);
    expect(kept.sealed).toBe(true);
    expect(kept.body.includes(Buffer.from('1998-02-28'))).toBe(false);
    const log = await product.rows(
      'select action, actor_id, reason from audit_log where subject_id = $1 order by id',
      [fileId],
    );
    expect(log).toEqual(
      ['accounting/make-file', 'accounting/read-file'].map((action) => ({
        action,
        actor_id: admin.id,
        reason: WHY,
      })),
    );
    expect(await codeOf(admin, readFile, { fileId })).toBe('file_reason_required');
    expect(await codeOf(admin, makeFile, { kind: 'dac7_sellers', month: '2041-12' })).toBe(
      'file_reason_required',
    );
  });

  test('once handed in is only added to and corrected, with the names that the administration has', async () => {
    const reason = 'Récépissé 2044-001';
    const [first, second] = [
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
    ];
    await ask(first, saveFiscalIdentity, PERSON);
    await sell(first, '2043-02-01T10:00:00Z', 5_000, 500);
    await sell(second, '2043-02-01T10:00:00Z', 7_000, 700);
    expect(await codeOf(admin, makeFile, { kind: 'dac7_correction', month: '2043-12', reason: WHY })).toBe(
      'nothing_to_declare',
    );
    const initial = await fileOf('dac7', 2043);
    const other = await fileOf('dac7', 2043);
    validate(initial.body);
    expect(await codeOf(viewer, recordDeposit, { fileId: initial.fileId, reason })).toBe('forbidden');
    // Of two that say the same one is handed in.
    const answers = await Promise.all(
      [initial, other, initial].map(({ fileId }) => codeOf(admin, recordDeposit, { fileId, reason })),
    );
    expect(answers.filter((code) => code === null)).toHaveLength(1);
    const [handedIn] = await product.rows(
      `select f.id from accounting_deposits d join accounting_files f on f.id = d.file_id where f.first_day = '2043-01-01'`,
    );
    const kept = handedIn.id === initial.fileId ? initial : other;
    for (const [kind, refusal] of [
      ['dac7', 'sellers_unknown'],
      ['dac7_correction', 'nothing_to_declare'],
    ] as const)
      expect(await codeOf(admin, makeFile, { kind, month: '2043-12', reason: WHY })).toBe(refusal);
    // The one without an identity tells it, and the other moves.
    await ask(second, saveFiscalIdentity, COMPANY);
    await ask(first, saveFiscalIdentity, { ...PERSON, city: 'Lyon', postcode: '69001' });
    const more = await fileOf('dac7', 2043);
    validate(more.body);
    expect(indications(more.body)).toEqual(['OECD0', 'OECD1']);
    expect(more.body).toContain(`${second.id}</stf:DocRefId>`);
    const corrected = await fileOf('dac7_correction', 2043);
    validate(corrected.body);
    expect(indications(corrected.body)).toEqual(['OECD0', 'OECD2']);
    expect(corrected.body).toContain('<dpi:MessageTypeIndic>DPI402</dpi:MessageTypeIndic>');
    expect(corrected.body).toContain(
      `<stf:CorrDocRefId>FR2043FR-${product.deps.operator.business.siren}-${kept.fileId}-${first.id}</stf:CorrDocRefId>`,
    );
    product.clock.ahead += 1_000;
    await ask(admin, recordDeposit, { fileId: corrected.fileId, reason });
    expect(await codeOf(admin, makeFile, { kind: 'dac7_correction', month: '2043-12', reason: WHY })).toBe(
      'nothing_to_declare',
    );
    // Made before the correction was handed in: it no longer fits.
    expect(await codeOf(admin, recordDeposit, { fileId: more.fileId, reason })).toBe('declaration_outdated');
    const again = await fileOf('dac7', 2043);
    product.clock.ahead += 1_000;
    await ask(admin, recordDeposit, { fileId: again.fileId, reason });
    // What was true of somebody stays declared when the term of their identity is over, and its figures are corrected.
    await pool.query('delete from private.fiscal_identities where person_id = $1', [second.id]);
    expect(await codeOf(admin, makeFile, { kind: 'dac7_correction', month: '2043-12', reason: WHY })).toBe(
      'nothing_to_declare',
    );
    await sell(second, '2043-09-01T10:00:00Z', 3_000, 300);
    const figures = await fileOf('dac7_correction', 2043);
    validate(figures.body);
    expect(indications(figures.body)).toEqual(['OECD0', 'OECD2']);
    expect(figures.body).toContain('<dpi:Name>Studio &lt;Rideau&gt; SARL</dpi:Name>');
    expect(figures.body).toContain('<dpi:ConsQ3 currCode="EUR">30</dpi:ConsQ3>');
  });

  test('is emptied five years after its year, with its hash and its history kept, and no sooner', async () => {
    const seller = await product.join({ role: 'streamer' });
    await ask(seller, saveFiscalIdentity, PERSON);
    await sell(seller, '2015-02-01T10:00:00Z', 5_000, 500);
    const [old, other, recent] = [
      await fileOf('dac7', 2015),
      await fileOf('dac7_sellers', 2015),
      await fileOf('dac7_sellers', 2043),
    ];
    await ask(admin, recordDeposit, { fileId: old.fileId, reason: 'Récépissé 2016-001' });
    const ids = [old, other, recent].map(({ fileId }) => fileId);
    const rowsOf = () =>
      product.rows(
        'select id, name, digest, made_at, made_by, octet_length(body) as bytes from accounting_files where id = any($1) order by array_position($1, id)',
        [ids],
      );
    const before = await rowsOf();
    await forgetKeptSellers(pool, new Date('2020-12-31T12:00:00Z'));
    expect(await rowsOf()).toEqual(before);
    await forgetKeptSellers(pool, new Date('2021-01-01T12:00:00Z'));
    expect(await rowsOf()).toEqual(before.map((row, at) => (at < 2 ? { ...row, bytes: 0 } : row)));
    expect(await codeOf(admin, readFile, { fileId: old.fileId, reason: WHY })).toBe('file_emptied');
    for (const kind of ['dac7', 'dac7_correction'] as const)
      expect(await codeOf(admin, makeFile, { kind, month: '2015-12', reason: WHY })).toBe('file_emptied');
    for (const change of ["set body = ''", "set name = 'x'", "set body = 'x'"])
      await expect(
        pool.query(`update accounting_files ${change} where id = $1`, [recent.fileId]),
      ).rejects.toThrow('append-only');
    await expect(
      pool.query("update accounting_files set body = '', name = 'x' where id = $1", [old.fileId]),
    ).rejects.toThrow('append-only');
    await expect(pool.query('delete from accounting_files where id = $1', [old.fileId])).rejects.toThrow(
      'append-only',
    );
  });

  test('of a year without sales says so', async () => {
    const { body } = await fileOf('dac7', 2033);
    validate(body);
    expect(body).toContain('DPI403');
  });

  test('of a year in which nobody who sold is known says nothing, and tells how many it leaves out', async () => {
    const [known, unknown] = [
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
    ];
    for (const streamer of [known, unknown]) await sell(streamer, '2035-05-01T10:00:00Z', 4_000, 400);
    const year = { kind: 'dac7' as const, month: '2035-12', reason: WHY };
    expect(await codeOf(admin, makeFile, year)).toBe('sellers_unknown');
    await ask(known, saveFiscalIdentity, PERSON);
    const { fileId, leftOut } = await ask(admin, makeFile, year);
    expect(leftOut).toBe(1);
    await ask(admin, recordDeposit, { fileId, reason: 'Récépissé 2036-001' });
    expect(await codeOf(admin, makeFile, year)).toBe('sellers_unknown');
  });

  test('made while another is being handed in wait for it, and say nothing again', async () => {
    const reason = 'Récépissé 2038-001';
    const seller = await product.join({ role: 'streamer' });
    await ask(seller, saveFiscalIdentity, PERSON);
    await sell(seller, '2037-02-01T10:00:00Z', 5_000, 500);
    const year = { kind: 'dac7' as const, month: '2037-12', reason: WHY };
    const { fileId } = await ask(admin, makeFile, year);
    const deposit = await pool.connect();
    try {
      await deposit.query('begin');
      await deposit.query(
        `insert into accounting_deposits (file_id, reference, deposited_at, deposited_by) values ($1, $2, $3, $4)`,
        [fileId, reason, new Date(Date.now() + product.clock.ahead), admin.id],
      );
      const answers = Promise.all([1, 2, 3].map(() => codeOf(admin, makeFile, year)));
      await vi.waitFor(
        async () => {
          const waiting = await product.rows(
            `select 1 from pg_locks where relation = 'public.accounting_deposits'::regclass and not granted
               and database = (select oid from pg_database where datname = current_database())`,
          );
          expect(waiting).toHaveLength(3);
        },
        { timeout: 20_000 },
      );
      await deposit.query('commit');
      expect(await answers).toEqual(Array(3).fill('nothing_to_declare'));
    } finally {
      deposit.release();
    }
  });

  test('of one year, made and handed in by many at once, are handed in once', async () => {
    const seller = await product.join({ role: 'streamer' });
    await ask(seller, saveFiscalIdentity, PERSON);
    await sell(seller, '2038-02-01T10:00:00Z', 5_000, 500);
    const codes = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const { answer } = await send(admin, makeFile, { kind: 'dac7', month: '2038-12', reason: WHY });
        return answer
          ? codeOf(admin, recordDeposit, { fileId: answer.fileId, reason: 'Récépissé 2039-001' })
          : 'nothing_to_declare';
      }),
    );
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    for (const code of codes) expect([null, 'nothing_to_declare', 'declaration_outdated']).toContain(code);
  });

  test('and the figures for the public are made and handed in once their days are over in Paris', async () => {
    const declared = { kind: 'dac7' as const, month: '2073-01', reason: WHY };
    const published = { kind: 'transparency' as const, month: '2073-12' };
    const { fileId } = await ask(admin, makeFile, declared);
    setClock('2073-12-31T22:30:00Z');
    for (const asked of [declared, { ...declared, kind: 'dac7_correction' as const }, published])
      expect(await codeOf(admin, makeFile, asked), asked.kind).toBe('month_not_over');
    expect(await codeOf(admin, recordDeposit, { fileId, reason: 'Récépissé 2074' })).toBe('month_not_over');
    expect(await codeOf(admin, makeFile, { ...published, month: '2073-11' })).toBeNull();
    setClock('2073-12-31T23:00:01Z');
    for (const asked of [declared, published]) expect(await codeOf(admin, makeFile, asked)).toBeNull();
  });
});

test('who took which file along is noted with its hash, and stays', async () => {
  const { fileId } = await ask(admin, makeFile, { kind: 'transparency', month: '2040-06' });
  const { digest } = await ask(admin, readFile, { fileId });
  const noted = await product.rows(
    `select downloaded_by, encode(digest, 'hex') as digest from accounting_downloads where file_id = $1`,
    [fileId],
  );
  expect(noted).toEqual([{ downloaded_by: admin.id, digest }]);
  expect(await codeOf(viewer, readFile, { fileId })).toBe('forbidden');
  expect(await product.rows('select 1 from accounting_downloads where file_id = $1', [fileId])).toHaveLength(
    1,
  );
  await expect(pool.query('delete from accounting_downloads')).rejects.toThrow('append-only');
  await expect(pool.query('update accounting_deposits set reference = $1', ['autre'])).rejects.toThrow(
    'append-only',
  );
});

test('the figures for the public are counted from the rows, over six and over twelve months of Paris', async () => {
  const [reporter, decider, other] = [
    await product.join(),
    await product.join({ role: 'admin' }),
    await product.join({ role: 'admin' }),
  ];
  /** A case with one report and what was decided of it after so many hours. */
  const decided = async (
    at: string,
    {
      category = 'fraud',
      measure = 'none',
      hours = 2,
      signal = null as string | null,
      account = true,
      by = reporter.id,
      unfounded = false,
      appeal = null as string | null,
    },
  ) => {
    const subject = randomUUID();
    await product.rows(
      `with opened as (
         insert into moderation_cases (subject_kind, subject_id, title, severity, category, state, opened_at, last_reported_at, signal)
         values ('profile', $1, 'Essai', 2, $2, 'decided', $3, $3, $4) returning id),
       reported as (
         insert into moderation_reports (case_id, reporter_id, reporter_email, reporter_name, category, body, path, good_faith, evidence, created_at, unfounded)
         select id, $5, $6, 'Une personne', $2, '', '/', true, '{}', $3, $7 from opened where $4::text is null)
       insert into moderation_decisions (case_id, decided_by, measure, rule, facts, reason, decided_at, ends_at, token_hash, appeal_until,
         appealed_at, appeal_body, appeal_outcome, appeal_reason, appeal_decided_by, appeal_decided_at)
       select id, $8, $9, $2, 'Les faits', 'La raison', d.at, case when $9 = 'suspend' then d.at + interval '7 days' end, sha256($1::bytea),
         d.at + interval '6 months', case when $10::text is not null then d.at + interval '1 day' end, case when $10::text is not null then 'Je ne suis pas d’accord' end,
         $10, case when $10::text is not null then 'Vu autrement' end, case when $10::text is not null then $11::uuid end,
         case when $10::text is not null then d.at + interval '3 days' end
       from opened, (select $3::timestamptz + make_interval(hours => $12::int) as at) d`,
      [
        subject,
        category,
        at,
        signal,
        account ? by : null,
        account ? null : `${subject}@loge.test`,
        unfounded,
        decider.id,
        measure,
        appeal,
        other.id,
        hours,
      ],
    );
  };
  // The last minute of January is in neither, the first of February in the year, and that of August in both.
  await decided('2051-01-31T22:59:00Z', { hours: 0 });
  await decided('2051-01-31T23:00:00Z', { category: 'hate', hours: 4 });
  await decided('2051-07-31T22:00:00Z', { measure: 'suspend', hours: 10, appeal: 'overturned' });
  await decided('2051-09-01T10:00:00Z', { category: 'minors', measure: 'hide', hours: 20, account: false });
  await decided('2051-10-01T10:00:00Z', {
    category: 'off_platform',
    measure: 'warn',
    signal: 'contact_in_message',
  });
  for (const day of ['01', '02', '03'])
    await decided(`2051-11-${day}T10:00:00Z`, { hours: 30, unfounded: true });
  await product.rows(
    `insert into private.platform_visit_days (day, device, visitors, profile_views, calendar_opens)
     values ('2051-02-01', 'phone', 120, 1, 0), ('2051-08-01', 'phone', 600, 1, 0), ('2052-02-01', 'phone', 9999, 1, 0)`,
  );
  for (const start of ['2051-09-05T10:00:00Z', '2051-09-06T10:00:00Z', '2051-10-05T10:00:00Z'])
    await insertBooking(pool, {
      streamerId: (await product.join({ role: 'streamer' })).id,
      viewerId: reporter.id,
      start: new Date(start),
      status: 'completed',
      more: { held_at: start, ended_at: start, refund_cents: 0, delivered_minutes: 60 },
    });

  // Somebody with three mistakes, never three of them within 90 days.
  const careless = await product.join();
  for (const day of ['2049-03-01', '2049-05-15', '2049-08-01'])
    await decided(`${day}T10:00:00Z`, { by: careless.id, unfounded: true });
  // Somebody who was right for long, and of whose last 90 days half the answers are « unfounded ».
  const changed = await product.join();
  for (const day of ['01', '02', '03', '04', '05', '06'])
    await decided(`2049-01-${day}T10:00:00Z`, { by: changed.id });
  for (const day of ['2049-05-01', '2049-05-02', '2049-05-03'])
    await decided(`${day}T10:00:00Z`, { by: changed.id, unfounded: true });
  for (const [month, slowed] of [
    ['2049-04', '0'],
    ['2049-12', '1'],
  ] as const) {
    const made = await ask(admin, makeFile, { kind: 'transparency', month });
    const found = tableOf((await ask(admin, readFile, { fileId: made.fileId })).body).find(
      ({ Chiffre }) => Chiffre === 'Pour des signalements manifestement infondés',
    );
    expect(found?.['Douze mois'], month).toBe(slowed);
  }

  const { fileId } = await ask(admin, makeFile, { kind: 'transparency', month: '2052-01' });
  const lines = tableOf((await ask(admin, readFile, { fileId })).body);
  const figure = (topic: string, what: string) => {
    const found = lines.filter((line) => line.Rubrique === topic && line.Chiffre === what);
    expect(found, `${topic}: ${what}`).toHaveLength(1);
    return [found[0]?.['Six mois'], found[0]?.['Douze mois']];
  };
  expect(figure('Signalements', 'Reçus')).toEqual(['5', '6']);
  expect(figure('Signalements', 'Dont sans compte')).toEqual(['1', '1']);
  expect(figure('Signalements par motif', 'Arnaque ou usurpation d’identité')).toEqual(['4', '4']);
  expect(figure('Signalements par motif', 'Haine ou discrimination')).toEqual(['0', '1']);
  // 10, 20, 30, 30, 30 hours, and 4 before.
  expect(figure('Signalements', 'Délai médian de décision, en heures')).toEqual(['30', '25']);
  const byMeasure = 'Décisions par mesure et par motif';
  expect(figure(byMeasure, 'Compte suspendu : Tromperie sur la personne ou l’argent')).toEqual(['1', '1']);
  expect(figure(byMeasure, 'Sans suite : Haine et discrimination')).toEqual(['0', '1']);
  expect(figure('Décisions', 'Après une détection automatique')).toEqual(['1', '1']);
  expect(figure('Décisions', 'Après un signalement')).toEqual(['5', '6']);
  expect(figure('Contestations', 'Reçues')).toEqual(['1', '1']);
  expect(figure('Contestations', 'Décision annulée')).toEqual(['1', '1']);
  expect(figure('Contestations', 'Décision maintenue')).toEqual(['0', '0']);
  expect(figure('Contestations', 'Délai médian de réponse, en heures')).toEqual(['48', '48']);
  const misuse = 'Suspensions pour abus';
  expect(figure(misuse, 'Pour des contenus ou des actes contraires aux règles')).toEqual(['1', '1']);
  expect(figure(misuse, 'Pour des signalements manifestement infondés')).toEqual(['1', '1']);
  // Two streamers and a viewer in September, one of each in October: five months of accounts.
  expect(figure('Destinataires actifs par mois', 'Comptes actifs, en moyenne')).toEqual(['1', '0']);
  expect(figure('Destinataires actifs par mois', 'Visiteurs, en moyenne, au plus')).toEqual(['100', '60']);
  for (const line of lines) expect(line.Définition?.length, line.Chiffre).toBeGreaterThan(20);
});

describe('the VAT on commissions', () => {
  test('by country adds up to the lines that it is made of, no matter who the streamers are', async () => {
    const [company, person, unknown] = [
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
      await product.join({ role: 'streamer' }),
    ];
    await ask(company, saveFiscalIdentity, COMPANY);
    await ask(person, saveFiscalIdentity, PERSON);
    for (const [streamer, fee] of [
      [company, 1_001],
      [company, 1_001],
      [person, 777],
      [unknown, 333],
    ] as const)
      await sell(streamer, '2061-05-10T10:00:00Z', 5_000, fee);
    const of = async (kind: FileKind) => {
      const { fileId } = await ask(admin, makeFile, { kind, month: '2061-05' });
      return tableOf((await ask(admin, readFile, { fileId })).body);
    };
    const countries = await of('vat_by_country');
    expect(countries.map(({ Pays, Streamers, Nombre }) => [Pays, Streamers, Nombre])).toEqual([
      ['France', 'Entreprises en franchise', '1'],
      ['France', 'Particuliers', '1'],
      ['Non déclaré', 'Identité à demander', '1'],
      ['Total', '', '3'],
    ]);
    const cents = (text = '') => Number(text.replace(',', ''));
    const lines = (await of('commission_vat')).filter(({ Mouvement }) => !Mouvement?.startsWith('Écart'));
    expect(lines).toHaveLength(4);
    for (const column of ['Hors taxe', 'TVA', 'Toutes taxes comprises']) {
      const sumOf = (table: Record<string, string>[]) =>
        table.reduce((total, row) => total + cents(row[column]), 0);
      expect(sumOf(countries.slice(0, -1))).toBe(sumOf(lines));
      expect(sumOf(countries.slice(-1))).toBe(sumOf(lines));
    }
    // A streamer who left is still who they were in both, gap of rounding included.
    const allLines = await of('commission_vat');
    await pool.query('delete from auth.users where id = $1', [company.id]);
    expect(await product.rows('select 1 from streamers where id = $1', [company.id])).toEqual([]);
    expect(await of('vat_by_country')).toEqual(countries);
    const nameless = (table: Record<string, string>[]) => table.map(({ Streamer, ...row }) => row);
    expect(nameless(await of('commission_vat'))).toEqual(nameless(allLines));
  });

  test('and what else people read is made for paper, the same bytes as their hash says', async () => {
    for (const kind of PRINTED) {
      const { fileId, name } = await ask(admin, makeFile, { kind, month: '2061-05', format: 'pdf' });
      expect(name).toMatch(/-2061-05\.pdf$/);
      const { body, encoding, digest } = await ask(admin, readFile, { fileId });
      expect(encoding).toBe('base64');
      const bytes = Buffer.from(body, 'base64');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
    }
    expect(await codeOf(admin, makeFile, { kind: 'payouts', month: '2061-05', format: 'pdf' })).toBe(
      'invalid_input',
    );
  });
});
