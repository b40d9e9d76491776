import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import {
  booked,
  bookingsOf,
  button,
  chooseStart,
  fine,
  heading,
  payWith,
  reachRecap,
} from './harness/booker.ts';
import { newestMail } from './harness/mail.ts';
import { arriveAsMinor } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

const guardianPath = ({ links }: { links: string[] }) =>
  new URL(links.find((link) => link.includes('/guardian/')) ?? '/none', 'http://loge.test').pathname;

test('a minor asks a parent, who consents with a limit, sees the session and its price, and stops everything', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server);
  const minor = await arriveAsMinor(page, server);
  const parent = `parent-${minor.id.slice(0, 8)}@exemple.fr`;
  await reachRecap(page, streamer);
  await expect(page.getByText('L’accord d’un parent est nécessaire')).toBeVisible();
  // Nothing leads to a payment that is refused.
  await expect(button(page, 'Réserver avec obligation de paiement')).toHaveCount(0);
  await fine(page);
  const asking = page.getByRole('form', { name: 'Demander l’accord d’un parent' });
  await asking.getByLabel(/^Adresse e-mail/).fill(parent);
  await asking.getByRole('button', { name: 'Demander l’accord de mon parent' }).click();

  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  const guardian = await context.newPage();
  await guardian.goto(guardianPath(await newestMail(server, parent)));
  await expect(heading(guardian, /vous demande votre accord$/)).toBeVisible();
  await expectFitAtBothWidths(guardian);
  await guardian.getByRole('button', { name: 'Donner mon accord' }).click();
  await expect(guardian.getByText('Écrivez votre prénom et votre nom')).toBeVisible();
  await guardian.getByLabel('Vos prénom et nom').fill('Anne Delorme');
  await guardian.getByLabel(/par mois, en euros/).fill('60');
  await guardian.getByLabel('Je suis titulaire de l’autorité parentale.').check();
  await guardian.getByRole('button', { name: 'Donner mon accord' }).click();
  await expect(heading(guardian, /^Les sessions/)).toBeVisible();
  await expect(guardian.getByText('Aucune session à venir.')).toBeVisible();

  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').first().click();
  await payWith(page, /acceptée/i);
  await booked(page);
  // Their mail of the payment, after those of the request and of the consent.
  await guardian.goto(guardianPath(await newestMail(server, parent, 3)));
  await expect(guardian.getByText('Coaching classé, 1 h')).toBeVisible();
  await expect(guardian.getByText(/45,00\s€ payés, 45,00\s€ remboursés en cas d’annulation/)).toBeVisible();
  await expect(guardian.getByText(/sur 60,00\s€/)).toBeVisible();
  await expectFitAtBothWidths(guardian);

  await guardian.getByRole('button', { name: 'Retirer mon accord' }).click();
  const asked = guardian.getByRole('alertdialog', { name: 'Retirer votre accord ?' });
  await expect(asked.getByText('Les sessions déjà payées auront lieu.')).toBeVisible();
  await asked.getByLabel(/Annuler aussi la session à venir/).check();
  await expect(asked.getByText(/45,00\s€ seront remboursés/)).toBeVisible();
  await expectNoAxeViolations(guardian);
  await asked.getByRole('button', { name: 'Retirer mon accord' }).click();
  await expect(guardian.getByText(/Vous avez retiré votre accord/)).toBeVisible();
  await expect(guardian.getByText('Aucune session à venir.')).toBeVisible();
  expect((await bookingsOf(server, minor.id))[0]?.status).toBe('cancelled_by_viewer');
  await context.close();
});

test(
  'an offer for adults says so to everybody, and to a minor why, before anything is chosen',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openStreamer(server, {
      offers: [
        { title: 'Soirée dégustation', adults_only: true },
        { title: 'Échecs pour tous', adults_only: false },
      ],
    });
    await page.goto(`/streamer/${streamer.handle}`);
    await expect(page.getByText('18 ans et plus')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Voir toutes les heures, Soirée dégustation' }),
    ).toBeVisible();
    await fine(page);

    await arriveAsMinor(page, server);
    await page.goto(`/streamer/${streamer.handle}`);
    await expect(page.getByText(/^Réservée aux personnes majeures/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voir toutes les heures, Soirée dégustation' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Voir toutes les heures, Échecs pour tous' })).toBeVisible();
    await expectFitAtBothWidths(page);

    await page.goto(`/book-session/${streamer.handle}?offer=${streamer.offerIds[0] ?? ''}`);
    await expect(page.getByText('Cette offre est réservée aux personnes majeures')).toBeVisible();
    await expect(button(page, 'Continuer')).toBeHidden();
    await expectFitAtBothWidths(page);
    // Without an offer in the address, the first that is for them.
    await chooseStart(page, streamer);
    await expect(button(page, 'Continuer').first()).toBeEnabled();
  },
);
