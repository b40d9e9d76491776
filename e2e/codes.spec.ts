import { TELEPHONE } from './harness/axe.ts';
import { booked, button, fine, heading, payWith, reachRecap, starts } from './harness/booker.ts';
import { arriveAs, asService, openSession, sendAs } from './harness/people.ts';
import { openAs, openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test.use({ viewport: TELEPHONE });

const daysAway = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test(
  'a streamer makes a code and sees to the cent what it costs them, and stops it',
  inSoak,
  async ({ page, server }) => {
    await openAs(page, server, { offers: [{ title: 'Coaching', price_cents: 4_500 }] });
    await page.goto('/streamer-dashboard/offers');
    await expect(page.getByText('Pas encore de code')).toBeVisible();
    await fine(page);
    await button(page, 'Nouveau code').click();
    const dialog = page.getByRole('dialog', { name: 'Nouveau code' });
    await dialog.getByRole('button', { name: 'Créer le code' }).click();
    await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
    await dialog.getByLabel('Code', { exact: true }).fill('noel 25');
    await dialog.getByLabel('Pourcentage du prix').fill('20');
    const row = dialog.getByRole('row', { name: /Coaching/ });
    await expect(row.getByRole('cell')).toHaveText([/36,00/, /38,25.*30,60/, /6,75.*5,40/]);
    await dialog.getByLabel(/Utilisations au total/).fill('10');
    await fine(page);
    await dialog.getByRole('button', { name: 'Créer le code' }).click();
    const list = page.getByRole('list', { name: 'Codes de réduction' });
    await expect(list.getByRole('heading', { name: 'NOEL25' })).toBeVisible();
    await expect(list).toContainText(/10\sutilisations au total/);
    await fine(page);
    await list.getByRole('button', { name: 'Arrêter NOEL25' }).click();
    await page.getByRole('button', { name: 'Arrêter le code' }).click();
    await expect(list).toContainText('Arrêté');
  },
);

test(
  'a code is for an offer that is paid for, and its link is there while somebody can use it',
  inSoak,
  async ({ page, server }) => {
    const free = await openAs(page, server, { offers: [{ title: 'Essai', price_cents: 0 }] });
    await page.goto('/streamer-dashboard/offers');
    await expect(page.getByText('Créez d’abord une offre payante').first()).toBeVisible();
    await expect(button(page, 'Nouveau code')).toHaveCount(0);
    const code = (streamer: { id: string }, word: string, more: object) =>
      asService(server, '/rest/v1/discount_codes', {
        method: 'POST',
        body: { streamer_id: streamer.id, code: word, percent: 10, starts_at: daysAway(-3), ...more },
      });
    await code(free, 'FINI', { ends_at: daysAway(-1) });
    await code(free, 'BIENTOT', { starts_at: daysAway(1) });
    await page.reload();
    const item = (word: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: word }) });
    await expect(item('FINI')).toContainText('Expiré');
    await expect(item('FINI').getByRole('button', { name: 'Copier le lien' })).toHaveCount(0);
    await expect(item('BIENTOT').getByRole('button', { name: 'Copier le lien' })).toBeVisible();
  },
);

test('a code from a link, or typed, is a line of the recap and of what is paid', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/409.*commerce\/use-code/);
  const streamer = await openStreamer(server, { offers: [{ title: 'Coaching', price_cents: 4_500 }] });
  const startsAt = new Date(Date.now() - 3_600_000).toISOString();
  const more = { offerIds: null, firstOnly: false, mostUses: null, mostEach: null, startsAt, endsAt: null };
  const session = await openSession(server, streamer);
  for (const [code, percent] of [
    ['NOEL', 20],
    ['ETE', 10],
  ] as const)
    await sendAs(server, session, 'commerce/make-code', {
      key: crypto.randomUUID(),
      code,
      cut: { kind: 'percent', percent },
      ...more,
    });
  await arriveAs(page, server, 'viewer');
  // The code goes along from the profile; the booker takes it at the end.
  await page.goto(`/streamer/${streamer.handle}?code=noel`);
  await page.getByRole('link', { name: 'Choisir une autre heure' }).click();
  await starts(page).first().click();
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Code NOEL appliqué.' })).toBeVisible();
  await expect(button(page, /^Retirer/)).not.toBeFocused();
  // No alert tells of a place where the streamer has no overlay.
  await expect(page.getByRole('checkbox', { name: /Montrer mon initiale/ })).toHaveCount(0);
  const place = page.getByRole('complementary', { name: 'Votre place' });
  await expect(place).toContainText(/Code NOEL−9,00/);
  await expect(place).toContainText(/Total36,00/);
  await fine(page);

  await button(page, /Retirer/).click();
  await expect(place).toContainText(/Total45,00/);
  const field = page.getByLabel('Code de réduction');
  await expect(field).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Code retiré.' })).toHaveCount(1);
  await field.fill('PERSONNE');
  await page.keyboard.press('Enter');
  const refusal = 'Ce code n’existe pas, ou ne vaut pas pour cette session.';
  await expect(page.locator('form').getByText(refusal)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: refusal })).toHaveCount(1);
  await expect(field).toBeFocused();
  await field.fill('ete');
  await page.keyboard.press('Enter');
  await expect(place).toContainText(/Code ETE−4,50/);
  await expect(button(page, /^Retirer/)).toBeFocused();
  await button(page, /^Réserver avec obligation/)
    .first()
    .click();
  await payWith(page, /Carte acceptée/);
  await booked(page);
  await expect(page.getByRole('main')).toContainText(/40,50/);
});

test(
  'a code that comes once the payment has begun says so, and how to use it all the same',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server, { offers: [{ title: 'Coaching', price_cents: 4_500 }] });
    await sendAs(server, await openSession(server, streamer), 'commerce/make-code', {
      key: crypto.randomUUID(),
      code: 'NOEL',
      cut: { kind: 'percent', percent: 20 },
      offerIds: null,
      firstOnly: false,
      mostUses: null,
      mostEach: null,
      startsAt: daysAway(-1),
      endsAt: null,
    });
    await arriveAs(page, server, 'viewer');
    await reachRecap(page, streamer);
    const recap = page.url();
    await button(page, /^Réserver avec obligation/)
      .first()
      .click();
    await expect(heading(page, 'Payer')).toBeVisible();
    await page.goto(`${recap}&code=noel`);
    await expect(page.getByText(/Le paiement est déjà commencé à ce prix/)).toBeVisible();
    await fine(page);
    await button(page, /Libérer la place/)
      .first()
      .click();
    await button(page, 'Choisir un autre créneau').click();
    await starts(page).first().click();
    await button(page, 'Continuer').click();
    await expect(page.getByText('Code NOEL appliqué.')).toBeVisible();
  },
);
