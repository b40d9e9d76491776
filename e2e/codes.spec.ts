import { TELEPHONE } from './harness/axe.ts';
import { booked, button, fine, heading, payWith, starts } from './harness/booker.ts';
import { arriveAs, openSession, sendAs } from './harness/people.ts';
import { openAs, openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test.use({ viewport: TELEPHONE });

test('a streamer makes a code and sees to the cent what it costs them, and stops it', async ({
  page,
  server,
}) => {
  await openAs(page, server, { offers: [{ title: 'Coaching', price_cents: 4_500 }] });
  await page.goto('/streamer-dashboard/offers');
  await expect(page.getByText('Pas encore de code')).toBeVisible();
  await fine(page);
  await button(page, 'Nouveau code').click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau code' });
  await dialog.getByRole('button', { name: 'Créer le code' }).click();
  await expect(dialog.getByLabel('Le mot')).toBeFocused();
  await dialog.getByLabel('Le mot').fill('noel 25');
  await dialog.getByLabel('Pour cent du prix').fill('20');
  const row = dialog.getByRole('row', { name: /Coaching/ });
  await expect(row.getByRole('cell')).toHaveText([/36,00/, /38,25.*30,60/, /6,75.*5,40/]);
  await dialog.getByLabel(/Fois en tout/).fill('10');
  await fine(page);
  await dialog.getByRole('button', { name: 'Créer le code' }).click();
  const list = page.getByRole('list', { name: 'Codes de réduction' });
  await expect(list.getByRole('heading', { name: 'NOEL25' })).toBeVisible();
  await expect(list).toContainText(/10\sfois en tout/);
  await fine(page);
  await list.getByRole('button', { name: 'Arrêter NOEL25' }).click();
  await page.getByRole('button', { name: 'Arrêter le code' }).click();
  await expect(list).toContainText('Arrêté');
});

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
  await page.goto(`/book-session/${streamer.handle}?code=noel`);
  await starts(page).first().click();
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
  await expect(page.getByText('Code NOEL appliqué.')).toBeVisible();
  const place = page.getByRole('complementary', { name: 'Votre place' });
  await expect(place).toContainText(/Code NOEL−9,00/);
  await expect(place).toContainText(/Total36,00/);
  await fine(page);

  await button(page, /Retirer/).click();
  await expect(place).toContainText(/Total45,00/);
  const field = page.getByLabel('Code de réduction');
  await field.fill('PERSONNE');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ce code n’existe pas, ou ne vaut pas pour cette session.')).toBeVisible();
  await field.fill('ete');
  await page.keyboard.press('Enter');
  await expect(place).toContainText(/Code ETE−4,50/);
  await button(page, /^Réserver avec obligation/)
    .first()
    .click();
  await payWith(page, /Carte acceptée/);
  await booked(page);
  await expect(page.getByRole('main')).toContainText(/40,50/);
});
