import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import { booked, bookingsOf, button, chooseStart, fine, payWith, reachRecap } from './harness/booker.ts';
import { newestMail } from './harness/mail.ts';
import {
  arriveAs,
  arriveAsMinor,
  keepSession,
  newPerson,
  registerWithoutAge,
  SIXTEEN,
  sendAs,
} from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

// What guardian.spec.ts leaves: ages that change while one looks, and those that the team corrects.

test('an age that another tab told is asked no more, and is said where the server refuses the place', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(409));
  const streamer = await openStreamer(server, {
    offers: [{ title: 'Soirée dégustation', adults_only: true }],
  });
  const session = await registerWithoutAge(server, newPerson('viewer'));
  await keepSession(page, session);
  const read = page.waitForResponse(/\/rest\/v1\/ages/);
  await chooseStart(page, streamer);
  await read;
  await sendAs(server, session, 'accounts/declare-age', { age: SIXTEEN });
  await button(page, 'Continuer').first().click();
  await expect(page.getByText('Cette offre est réservée aux personnes majeures')).toHaveCount(1);
  await expect(button(page, 'Continuer')).toHaveCount(0);
  await fine(page);
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
  await asked.getByLabel('Date de naissance').fill(SIXTEEN.split('-').toReversed().join('/'));
  await expect(asked.getByText(/1\s*place à venir annulée, \d+,\d\d\s€ remboursés/)).toBeVisible();
  await expect(asked.getByText(/^Soirée dégustation, /)).toBeVisible();
  await expectFitAtBothWidths(page);
  await asked.getByRole('button', { name: 'Corriger l’âge' }).click();
  await expect(page.getByText(/1\s*place annulée, \d+,\d\d\s€ remboursés/).first()).toBeVisible();
  await expect(window.getByText(/majeur → mineur, 1\s*place annulée/)).toBeVisible();
  expect((await bookingsOf(server, viewer.id))[0]?.status).toBe('cancelled_by_admin');
  await context.close();
});
