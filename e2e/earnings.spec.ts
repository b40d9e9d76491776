import { readFile } from 'node:fs/promises';
import { DESK, expectNoAxeViolations, expectNoSidewaysScroll, TELEPHONE } from './harness/axe.ts';
import { arriveAs, arriveInDemo, asService, keepSession, openDemoSession } from './harness/people.ts';
import { expect, inSoak, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** Payments of one page of the list. */
const PAYMENTS_PAGE = 20;

/** The cents of « 1 234,50 € » within a text. */
const centsIn = (text: string): number =>
  Number((/[−-]?[\d\s]+,\d\d/.exec(text)?.[0] ?? '').replace('−', '-').replace(/\s/g, '').replace(',', ''));

test('a streamer follows a payment from the viewer to the bank, and keeps what is shown as a file', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto('/streamer-dashboard/earnings');
  const sessions = page.getByRole('region', { name: 'Par session' });
  const rows = sessions.getByRole('list').first().locator(':scope > li');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Prochain versement' })).toBeVisible();

  // A figure opens the sessions that it is the sum of.
  const held = page.getByText('Fonds retenus').locator('..').getByRole('link');
  await expect(held).toHaveText(/^[\d\s]+,\d\d\s€$/);
  await held.click();
  await expect(page).toHaveURL(/state=held/);
  await expect(sessions.getByRole('status')).toContainText('pour vous');

  await page.goto('/streamer-dashboard/earnings?state=banked&sort=oldest');
  await expect(sessions.getByLabel('État')).toHaveValue('banked');
  await expect(sessions.getByLabel('Ordre')).toHaveValue('oldest');
  const single = rows.getByRole('link').filter({ hasText: 'Billet' }).first();
  const share = centsIn((await single.textContent())?.split('Pour vous').at(-1) ?? '');
  expect(share).toBeGreaterThan(0);
  await single.click();
  const way = page.getByRole('dialog', { name: 'Où est cet argent' });
  const step = (text: string) => way.getByRole('listitem').filter({ hasText: text });
  await expect(step('Arrivé à votre banque').last()).toBeVisible();
  const amount = async (text: string) =>
    centsIn((await step(text).first().locator('> span').last().textContent()) ?? '');
  expect((await amount('Payé par le viewer')) + (await amount('Commission de Loge'))).toBe(
    await amount('Retenu pour vous'),
  );
  await expectNoAxeViolations(page);

  // The payout that contains it leads back to the same seat.
  await way
    .getByRole('link', { name: /^Versement/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/earnings\/payouts\//);
  await expect(page.getByText('Référence bancaire')).toBeVisible();
  await expectNoAxeViolations(page);
  const parts = page.getByRole('region', { name: /versement$/ });
  const taken = await parts.locator('li > a > span:last-child').allTextContents();
  const whole = centsIn((await parts.getByText('Ensemble').textContent()) ?? '');
  expect(taken.map(centsIn).reduce((sum, each) => sum + each, 0)).toBe(whole);
  await page.goBack();
  await expect(way).toBeVisible();
  await page.keyboard.press('Escape');

  // What one searches stands in the address, and is what the file holds.
  await sessions.getByRole('searchbox').fill('Viewer');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=Viewer/);
  await expect(sessions.getByRole('status')).toContainText(/session/);
  const waiting = page.waitForEvent('download');
  await sessions.getByRole('button', { name: 'Télécharger (CSV)' }).click();
  const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('"Billet";"Viewer"');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/"[0-9A-F]{8}";/);

  for (const size of [TELEPHONE, { width: 320, height: 720 }]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await expectNoAxeViolations(page);
});

test(
  'a streamer changes who sells, reads the mandate and downloads an invoice',
  inSoak,
  async ({ page, server }) => {
    await arriveInDemo(page, server, 'streamer@loge.test');
    await page.setViewportSize(DESK);
    const section = page.getByRole('region', { name: 'Factures et avoirs' });
    const download = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: /LG-\S+-\d{4}-\d{4}/ })
          .first()
          .click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^LG-.*\.pdf$/);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    };
    // The first documents are on their way from the demo's books.
    await expect(async () => {
      await page.goto('/streamer-dashboard/earnings?kind=session_invoice');
      await expect(section.getByRole('button', { name: /LG-/ }).first()).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await download();
    // Each document leads to the way of the money that it is about.
    await section.getByRole('link', { name: /LG-/ }).first().click();
    const way = page.getByRole('dialog', { name: 'Où est cet argent' });
    await expect(way.getByText('Payé par le viewer').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(way).toBeHidden();

    await section.getByRole('button', { name: 'Modifier l’identité fiscale' }).click();
    const identity = page.getByRole('dialog', { name: 'Identité fiscale' });
    await identity.getByRole('textbox', { name: 'SIREN' }).fill('123456789');
    await identity.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(identity.getByText('Ce numéro n’est pas un SIREN')).toBeVisible();
    await expectNoAxeViolations(page);
    await identity.getByRole('textbox', { name: 'SIREN' }).fill('732 829 320');
    await identity.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(identity).toBeHidden();
    await section.getByRole('button', { name: 'Relire le mandat' }).click();
    const mandate = page.getByRole('dialog').filter({ hasText: 'article 289, I-2' });
    await expect(mandate).toBeVisible();
    // The toast of what was saved, where it is still there, takes the first Escape.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(mandate).toBeHidden({ timeout: 1_000 });
    }).toPass();
    await section.getByRole('searchbox').fill('introuvable');
    await section.getByRole('searchbox').press('Enter');
    await expect(section.getByText('Aucun document ne correspond')).toBeVisible();
    await page.setViewportSize(TELEPHONE);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  },
);

test(
  'a streamer says who sells and accepts the mandate for the first time',
  inSoak,
  async ({ page, server }) => {
    await arriveAs(page, server, 'streamer');
    await page.goto('/streamer-dashboard/earnings');
    const section = page.getByRole('region', { name: 'Factures et avoirs' });
    await section.getByRole('button', { name: 'Compléter l’identité fiscale' }).click();
    const identity = page.getByRole('dialog', { name: 'Identité fiscale' });
    await identity.getByRole('textbox', { name: 'Nom de l’entreprise' }).fill('Studio Écarlate');
    await identity.getByRole('checkbox', { name: /^Je suis entrepreneur individuel/ }).uncheck();
    await identity.getByRole('textbox', { name: 'SIREN' }).fill('732 829 320');
    await identity.getByRole('textbox', { name: 'Numéro et rue' }).fill('1 rue de la Scène');
    await identity.getByRole('textbox', { name: 'Code postal' }).fill('75002');
    await identity.getByRole('textbox', { name: 'Ville' }).fill('Paris');
    await identity.getByRole('textbox', { name: 'Titulaire du compte bancaire' }).fill('Studio Écarlate');
    await identity.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(identity).toBeHidden();
    await section.getByRole('button', { name: 'Lire et accepter le mandat' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'J’ai lu et j’accepte le mandat' }).click();
    await expect(section.getByText('Mandat de facturation accepté le')).toBeVisible();
    await page.reload();
    await section.getByRole('button', { name: 'Relire le mandat' }).click();
    await expect(page.getByRole('dialog').getByText('article 289, I-2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'J’ai lu et j’accepte le mandat' })).toHaveCount(0);
  },
);

test(
  'a viewer finds the invoice of a session beside its payment, on whichever page that stands',
  inSoak,
  async ({ page, server }) => {
    const session = await openDemoSession(server, 'viewer@loge.test');
    await keepSession(page, session);
    const viewer = session.user.id;
    const read = async <Row>(path: string) => (await asService(server, `/rest/v1/${path}`)) as Row[];
    const paid = await read<{ booking_id: string; kind: string }>(
      `payments?select=booking_id,kind&viewer_id=eq.${viewer}&state=in.(authorised,captured,voided)&order=created_at.desc,id`,
    );
    // The latest invoice that does not stand on the first page, once the task has made it from the demo's books.
    const later = paid.slice(PAYMENTS_PAGE).filter(({ kind }) => kind === 'booking');
    const invoices = async () => {
      const made = await read<{ booking_id: string; reference: string }>(
        `documents?select=booking_id,reference&kind=eq.session_invoice&viewer_id=eq.${viewer}`,
      );
      return later.flatMap(({ booking_id: id }) => made.filter(({ booking_id }) => booking_id === id));
    };
    await expect.poll(async () => (await invoices()).length).toBeGreaterThan(0);
    const [invoice] = await invoices();
    const at = paid.findIndex(({ booking_id }) => booking_id === invoice?.booking_id);
    const pageOfIt = Math.floor(at / PAYMENTS_PAGE) + 1;
    await page.setViewportSize(DESK);
    await page.goto(`/viewer-dashboard/payments?page=${pageOfIt}`);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`${pageOfIt} / `);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('table', { name: 'Paiements' })
        .getByRole('button', { name: `Facture ${invoice?.reference}` })
        .click(),
    ]);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

    // On a telephone it stands in the payment's receipt.
    await page.setViewportSize(TELEPHONE);
    await page
      .getByRole('row')
      .nth((at % PAYMENTS_PAGE) + 1)
      .getByRole('link')
      .click();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: `Facture ${invoice?.reference}` }),
    ).toBeVisible();
  },
);
