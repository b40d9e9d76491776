import type { Page } from '@playwright/test';
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
import {
  arriveAs,
  asService,
  keepSession,
  newPerson,
  openSession,
  register,
  sendAs,
} from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { holdBack } from './harness/slow.ts';
import { openStreamer } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

const sixteen = `${String(new Date().getFullYear() - 16)}-01-01`;
const guardianPath = ({ links }: { links: string[] }) =>
  new URL(links.find((link) => link.includes('/guardian/')) ?? '/none', 'http://loge.test').pathname;

/** A viewer of sixteen, signed in on this page. */
async function arriveAsMinor(page: Page, server: LogeServer): Promise<{ id: string; email: string }> {
  const person = newPerson('viewer');
  const session = await register(server, person, sixteen);
  await keepSession(page, session);
  return { id: session.user.id, email: person.email };
}

test('a minor asks a parent, who consents with a limit, sees the session and its price, and stops everything', async ({
  page,
  browser,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409)); // paying without a consent
  const streamer = await openStreamer(server);
  const minor = await arriveAsMinor(page, server);
  const parent = `parent-${minor.id.slice(0, 8)}@exemple.fr`;
  await reachRecap(page, streamer);
  await button(page, 'Réserver avec obligation de paiement').first().click();
  await expect(page.getByText('L’accord d’un parent est nécessaire')).toBeVisible();
  await fine(page);
  const asking = page.getByRole('form', { name: 'Demander l’accord d’un parent' });
  await asking.getByLabel(/^Adresse e-mail/).fill(parent);
  await asking.getByRole('button', { name: 'Envoyer la demande' }).click();

  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  const guardian = await context.newPage();
  await guardian.goto(guardianPath(await newestMail(server, parent)));
  await expect(heading(guardian, /vous demande votre accord$/)).toBeVisible();
  await expectNoAxeViolations(guardian);
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
  await expectNoAxeViolations(guardian);
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

test('an offer for adults says so to everybody, and to a minor why, before anything is chosen', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server, {
    offers: [
      { title: 'Soirée dégustation', adults_only: true },
      { title: 'Échecs pour tous', adults_only: false },
    ],
  });
  await page.goto(`/streamer/${streamer.handle}`);
  await expect(page.getByText('18 ans et plus')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voir toutes les heures, Soirée dégustation' })).toBeVisible();
  await fine(page);

  await arriveAsMinor(page, server);
  await page.goto(`/streamer/${streamer.handle}`);
  await expect(page.getByText(/^Réservée aux personnes majeures/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voir toutes les heures, Soirée dégustation' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Voir toutes les heures, Échecs pour tous' })).toBeVisible();
  await fine(page);
  await expectFitAtBothWidths(page);

  await page.goto(`/book-session/${streamer.handle}?offer=${streamer.offerIds[0] ?? ''}`);
  await expect(page.getByText('Cette offre est réservée aux personnes majeures')).toBeVisible();
  await expect(button(page, 'Continuer')).toBeHidden();
  await fine(page);
  await expectFitAtBothWidths(page);
  // Without an offer in the address, the first that is for them.
  await chooseStart(page, streamer);
  await expect(button(page, 'Continuer').first()).toBeEnabled();
});

test('an age that another tab told is said where the server refuses the place', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409));
  const streamer = await openStreamer(server, {
    offers: [{ title: 'Soirée dégustation', adults_only: true }],
  });
  // An account that is older than the question: nobody knows how old this person is.
  const person = newPerson('viewer');
  await asService(server, '/auth/v1/admin/users', {
    method: 'POST',
    body: {
      email: person.email,
      password: person.password,
      email_confirm: true,
      user_metadata: { role: 'viewer', first_name: person.firstName, last_name: person.lastName },
    },
  });
  const session = await openSession(server, person);
  await keepSession(page, session);
  const read = page.waitForResponse(/\/rest\/v1\/ages/);
  await chooseStart(page, streamer);
  await read;
  await sendAs(server, session, 'accounts/declare-age', { age: sixteen });
  // First the refusal alone says it, then the page has read the age again.
  const release = await holdBack(page, /\/rest\/v1\/ages/);
  await button(page, 'Continuer').first().click();
  const notice = page.getByText('Cette offre est réservée aux personnes majeures');
  await expect(notice).toBeVisible();
  await expect(button(page, 'Continuer').first()).toBeVisible();
  await fine(page);
  release();
  await expect(button(page, 'Continuer')).toHaveCount(0);
  await expect(notice).toHaveCount(1);
});

test('the team sees that a person is a minor and corrects a mistyped age with a reason', async ({
  page,
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  const theirs = await context.newPage();
  const minor = await arriveAsMinor(theirs, server);
  await arriveAs(page, server, 'admin');
  await page.goto(`/admin-dashboard/users?person=${minor.id}`);
  const window = page.getByRole('dialog');
  await expect(window.getByText('Personne mineure : de 15 à 17 ans')).toBeVisible();
  await expect(window.getByText(/Aucun accord demandé pour l’instant/)).toBeVisible();
  await expectNoAxeViolations(page);
  await expectFitAtBothWidths(page);
  await window.getByRole('button', { name: 'Corriger l’âge' }).click();
  const asked = page.getByRole('alertdialog', { name: /^Corriger l’âge/ });
  await asked.getByLabel('Motif').fill('Année mal saisie, vérifiée au téléphone');
  await asked.getByRole('button', { name: 'Corriger l’âge' }).click();
  await expect(asked.getByText(/Écrivez le jour, le mois et l’année/)).toBeVisible();
  await asked.getByLabel('Date de naissance').fill('12/03/2020');
  await asked.getByRole('button', { name: 'Corriger l’âge' }).click();
  await expect(asked.getByText(/^Moins de 15 ans.: ce compte se ferme/)).toBeVisible();
  await asked.getByLabel('Date de naissance').fill('12/03/1990');
  await expect(asked.getByText('Cette personne devient majeure. Rien n’est annulé.')).toBeVisible();
  await expectNoAxeViolations(page);
  await asked.getByRole('button', { name: 'Corriger l’âge' }).click();
  await expect(asked).toBeHidden();
  await expect(window.getByText('Âge corrigé', { exact: false }).first()).toBeVisible();
  await expect(window.getByText(/mineur → majeur/)).toBeVisible();
  await expect(window.getByText('Personne mineure : de 15 à 17 ans')).toBeHidden();
  expect((await newestMail(server, minor.email)).subject).toBe('Votre âge a été corrigé');
  await context.close();
});

test('the team corrects an adult to a minor, whose place for adults is called off and given back', async ({
  page,
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  const theirs = await context.newPage();
  const streamer = await openStreamer(server, {
    offers: [{ title: 'Soirée dégustation', adults_only: true }],
  });
  const viewer = await arriveAs(theirs, server, 'viewer');
  await reachRecap(theirs, streamer);
  await button(theirs, 'Réserver avec obligation de paiement').first().click();
  await payWith(theirs, /acceptée/i);
  await booked(theirs);
  await arriveAs(page, server, 'admin');
  await page.goto(`/admin-dashboard/users?person=${viewer.id}`);
  const window = page.getByRole('dialog');
  await window.getByRole('button', { name: 'Corriger l’âge' }).click();
  const asked = page.getByRole('alertdialog', { name: /^Corriger l’âge/ });
  await asked.getByLabel('Motif').fill('Un parent nous a écrit');
  await asked.getByLabel('Date de naissance').fill(sixteen.split('-').toReversed().join('/'));
  await expect(asked.getByText(/1\s*place à venir annulée, \d+,\d\d\s€ remboursés/)).toBeVisible();
  await expect(asked.getByText(/^Soirée dégustation, /)).toBeVisible();
  await expectFitAtBothWidths(page);
  await asked.getByRole('button', { name: 'Corriger l’âge' }).click();
  await expect(page.getByText(/1\s*place annulée, \d+,\d\d\s€ remboursés/).first()).toBeVisible();
  await expect(window.getByText(/majeur → mineur, 1\s*place annulée/)).toBeVisible();
  expect((await bookingsOf(server, viewer.id))[0]?.status).toBe('cancelled_by_admin');
  await context.close();
});
