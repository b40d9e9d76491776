import type { Page } from '@playwright/test';
import { expectFitAtBothWidths, expectNoAxeViolations } from './harness/axe.ts';
import { arriveAs, keepSession, newPerson, openSession, register, sendAs } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

/** Somebody reports a thing. @returns what the team calls its case */
async function reported(server: LogeServer, kind: 'profile' | 'offer', id: string): Promise<string> {
  const reporter = await register(server, newPerson());
  const { number } = (await sendAs(server, reporter, 'moderation/send-report', {
    subject: { kind, id },
    category: 'illegal',
    body: 'C’est contraire à la loi, regardez.',
    path: '/browse',
    goodFaith: true,
    who: null,
  })) as { number: number };
  return `M-${String(number).padStart(4, '0')}`;
}

/** Opens a case, takes it, and chooses a measure. @returns its window */
async function choose(page: Page, number: string, measure: 'hide' | 'remove') {
  await page.goto(`/admin-dashboard/moderation?q=${number}`);
  await page.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  const found = page.getByRole('dialog', { name: 'Dossier' });
  await found.getByRole('button', { name: 'Prendre le dossier' }).click();
  await found.getByLabel('Mesure', { exact: true }).selectOption(measure);
  await found.getByLabel('Ce qui a été constaté').fill('L’offre propose des paris d’argent.');
  await found.getByLabel('Pourquoi cette mesure').fill('La loi réserve ces paris à qui y est autorisé');
  return found;
}

test('an offer is removed and another hidden: its streamer reads which, why, and what they can put right', async ({
  page,
  browser,
  server,
}) => {
  const streamer = await openStreamer(server, {
    offers: [{ title: 'Paris rapides' }, { title: 'Lecture de parties' }, { title: 'Ouvertures' }],
  });
  const [removed = '', hidden = ''] = streamer.offerIds;
  const numbers = {
    removed: await reported(server, 'offer', removed),
    hidden: await reported(server, 'offer', hidden),
    words: await reported(server, 'profile', streamer.id),
  };
  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  const admin = await context.newPage();
  await arriveAs(admin, server, 'admin');
  const window = await choose(admin, numbers.removed, 'remove');
  await expect(window.getByText(/L’offre est retirée, aussi pour son auteur/)).toBeVisible();
  await expect(window.getByText(/l’effacement a lieu après le \d/)).toBeVisible();
  await expectFitAtBothWidths(admin);
  await window.getByRole('button', { name: 'Décider et expliquer' }).click();
  await expect(window).toBeHidden();
  const second = await choose(admin, numbers.hidden, 'hide');
  await expect(second.getByText(/peut corriger ce qui est en cause/)).toBeVisible();
  await second.getByRole('button', { name: 'Décider et expliquer' }).click();
  await expect(second).toBeHidden();
  const third = await choose(admin, numbers.words, 'remove');
  await third.getByRole('button', { name: 'Décider et expliquer' }).click();
  await expect(third).toBeHidden();
  // The team still reads what was there.
  await admin.goto(`/admin-dashboard/moderation?q=${numbers.removed}`);
  await admin.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  await expect(window.getByText('Gardé à part tant que la décision peut être contestée')).toBeVisible();
  await expect(window.getByText('Paris rapides').first()).toBeVisible();

  // Nobody else sees them.
  await page.goto(`/streamer/${streamer.handle}`);
  await expect(page.getByText('Ouvertures').first()).toBeVisible();
  await expect(page.getByText('Paris rapides')).toHaveCount(0);
  await expect(page.getByText('Lecture de parties')).toHaveCount(0);
  await expect(page.getByText('Vingt ans d’échecs.')).toHaveCount(0);

  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/offers');
  const taken = page.getByRole('region', { name: 'Masquées ou retirées par l’équipe' });
  await expect(taken.getByText(/Cette offre a été retirée par l’équipe Loge le/)).toBeVisible();
  await expect(page.getByText('Paris rapides')).toHaveCount(0);
  await expectFitAtBothWidths(page);
  await taken.getByRole('button', { name: 'Modifier Lecture de parties' }).click();
  const edited = page.getByRole('dialog', { name: 'Modifier l’offre' });
  await edited.getByLabel('Titre').fill('Lecture commentée');
  await edited.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(edited).toBeHidden();
  await expect(taken.getByRole('heading', { name: 'Lecture commentée' })).toBeVisible();
  await admin.goto(`/admin-dashboard/moderation?q=${numbers.hidden}`);
  await admin.getByRole('button', { name: /^Ouvrir le dossier/ }).click();
  await window.getByRole('button', { name: 'Montrer à nouveau' }).click();
  const sure = admin.getByRole('alertdialog');
  await expectNoAxeViolations(admin);
  await sure.getByLabel('Motif').fill('La description est juste maintenant');
  await sure.getByRole('button', { name: 'Montrer à nouveau' }).click();
  await expect(window).toBeHidden();
  await context.close();
  await expect(taken.getByRole('heading', { name: 'Lecture commentée' })).toBeHidden();
  await page.goto('/streamer-dashboard/settings?tab=page');
  await expect(page.getByText(/L’accroche et la présentation de votre page ont été retirées/)).toBeVisible();
  await page.goto('/streamer-dashboard/offers');
  await taken.getByRole('link', { name: 'Lire la décision' }).click();
  await expect(page.getByRole('heading', { name: 'Contenu retiré' })).toBeVisible();
  await expect(page.getByText('L’offre propose des paris d’argent.')).toBeVisible();
  await expect(page.getByText(/L’offre est retirée, pour vous aussi/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Pourquoi la décision est à revoir').fill('Ce sont des paris pour rire.');
  await page.getByRole('button', { name: 'Contester la décision' }).click();
  await expect(page.getByText(/Une autre personne de l’équipe relit le dossier/)).toBeVisible();
});
