import type { Page } from '@playwright/test';
import { fine } from './harness/booker.ts';
import { arriveAs, asService } from './harness/people.ts';
import { openAs } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

const SETTINGS = '/streamer-dashboard/settings';

const told = (page: Page, title: string): Promise<void> =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible();

test('a first page: what is missing, an offer with its price, hours, and on the air', async ({
  page,
  server,
}) => {
  await arriveAs(page, server, 'streamer');
  await page.goto(SETTINGS);
  const needs = page.getByRole('list', { name: 'Ce qu’il faut pour publier' });
  await expect(needs.getByRole('link')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Publier ma page' })).toBeDisabled();
  const form = page.getByRole('form', { name: 'Page publique' });
  await form.getByLabel('Adresse de la page').fill('Pas une adresse');
  await form.getByRole('button', { name: 'Enregistrer la page' }).click();
  await expect(form.getByLabel('Adresse de la page')).toBeFocused();
  await form.getByLabel('Adresse de la page').fill(`nour-${Date.now().toString(36)}`);
  await form.getByLabel('Accroche').fill('Échecs rapides');
  await form.getByLabel('Présentation').fill('Je relis vos parties.');
  await form.getByRole('checkbox', { name: 'Échecs et stratégie' }).check();
  await form.getByRole('button', { name: 'Enregistrer la page' }).click();
  await told(page, 'Page enregistrée');
  await expect(needs.getByRole('link')).toHaveCount(2);

  await needs.getByRole('link', { name: 'Au moins une offre ouverte' }).click();
  await page.getByRole('button', { name: 'Nouvelle offre' }).click();
  const offer = page.getByRole('dialog');
  await offer.getByLabel('Titre').fill('Relecture de partie');
  await offer.getByLabel('Catégorie').selectOption('echecs');
  await offer.getByLabel('Prix par place').fill('4');
  await offer.getByRole('button', { name: 'Créer l’offre' }).click();
  await expect(offer.getByText('sinon de 5 à 5')).toBeVisible();
  await offer.getByLabel('Prix par place').fill('45');
  await expect(offer).toContainText(/Vous recevez 38,25\s€/);
  await expect(offer.getByRole('radio', { name: /^Standard/ })).toHaveAccessibleName(
    /22,50\s€ jusqu’à 2\sh avant/,
  );
  await offer.getByRole('button', { name: 'Ajouter une question' }).click();
  await offer.getByRole('textbox', { name: /^Question/ }).fill('Votre classement');
  await fine(page);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Partir sans enregistrer' });
  await question.getByRole('button', { name: 'Rester ici' }).click();
  await offer.getByRole('button', { name: 'Créer l’offre' }).click();
  await told(page, 'Offre créée');
  await expect(page.getByRole('list', { name: 'Vos offres' })).toContainText(/1\squestion/);

  await page.goto(SETTINGS);
  await needs.getByRole('link', { name: 'Des heures d’ouverture' }).click();
  await page.getByRole('tab', { name: 'Liste' }).click();
  await page.getByRole('button', { name: 'Ajouter une plage le lundi' }).click();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await told(page, 'Horaires enregistrés');
  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Publier ma page' }).click();
  await expect(page.getByRole('heading', { name: 'Votre page est en ligne' })).toBeVisible();
  await page.getByRole('link', { name: 'Voir ma page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nour');
});

test(
  'a page and an offer that were saved elsewhere are not overwritten unasked',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openAs(page, server, {});
    const elsewhere = (path: string, body: object) =>
      asService(server, `/rest/v1/${path}`, { method: 'PATCH', body });
    const conflict = page.getByRole('alert').filter({ hasText: 'entre-temps' });
    await page.goto(SETTINGS);
    const form = page.getByRole('form', { name: 'Page publique' });
    await form.getByLabel('Accroche').fill('La mienne');
    await elsewhere(`streamers?id=eq.${streamer.id}`, { headline: 'Celle de l’autre onglet' });
    await form.getByRole('button', { name: 'Enregistrer la page' }).click();
    await expect(conflict).toContainText('Rien n’a été écrasé');
    await conflict.getByRole('button', { name: 'Garder ma version' }).click();
    await form.getByRole('button', { name: 'Enregistrer la page' }).click();
    await told(page, 'Page enregistrée');

    const [offerId] = streamer.offerIds;
    await page.goto(`/streamer-dashboard/offers?offer=${String(offerId)}`);
    const offer = page.getByRole('dialog');
    await offer.getByLabel('Titre').fill('Le mien');
    await elsewhere(`offers?id=eq.${String(offerId)}`, { title: 'Celui de l’autre onglet' });
    await offer.getByRole('button', { name: 'Enregistrer l’offre' }).click();
    await expect(conflict).toBeVisible();
    await conflict.getByRole('button', { name: 'Prendre ce qui est enregistré' }).click();
    await expect(offer.getByLabel('Titre')).toHaveValue('Celui de l’autre onglet');
  },
);

test(
  'an offer has rules of its own, each folded to a line that says them',
  inSoak,
  async ({ page, server }) => {
    const streamer = await openAs(page, server, { page: { notice_minutes: 0 } });
    const own = `/streamer-dashboard/offers?offer=${String(streamer.offerIds[0])}`;
    await page.goto(own);
    const offer = page.getByRole('dialog');
    const fold = (title: string) => offer.locator('summary').filter({ hasText: title });
    await expect(fold('Débuts')).toContainText(/toutes les 15\smin/);
    await expect(fold('Délai et pauses')).toContainText('comme vos règles');
    await expect(fold('Heures')).toContainText('celles de votre semaine');
    await fold('Débuts').click();
    await offer.getByLabel('Un début').selectOption('30');
    await fold('Délai et pauses').click();
    await offer.getByLabel('Réserver au plus tard').selectOption('120');
    await offer.getByLabel('Pause avant').selectOption('10');
    await fold('Heures').click();
    await offer.getByRole('switch', { name: /^Des heures pour cette offre seule/ }).check();
    await fine(page);
    await offer.getByRole('button', { name: 'Enregistrer l’offre' }).click();
    await told(page, 'Offre enregistrée');
    await page.goto(own);
    await expect(fold('Débuts')).toContainText(/toutes les 30\smin/);
    await expect(fold('Délai et pauses')).toContainText(/2\sh avant, pause de 10\smin avant/);
    await expect(fold('Heures')).toContainText(/les siennes, 98\sh par semaine/);
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await page.goto(`/streamer-dashboard/availability?date=${day}`);
    const preview = page.getByRole('region', { name: 'Ce que voit un viewer' });
    await expect(preview.getByRole('list', { name: 'Créneaux libres' }).getByRole('listitem')).toHaveCount(
      27,
    );
  },
);

test(
  'money is given a place to go at the provider, and the page knows on the way back',
  inSoak,
  async ({ page, server }) => {
    await openAs(page, server, {});
    await page.goto(`${SETTINGS}?tab=payouts`);
    await expect(page.getByText('Prochain versement').or(page.getByText('Un versement part'))).toBeVisible();
    await page.getByRole('button', { name: 'Renseigner mon compte' }).click();
    await page.getByRole('button', { name: 'Activer le compte' }).click();
    await expect(page.getByText('Versements activés')).toBeVisible();
    await expect(page).toHaveURL(/settings\?tab=payouts$/);
  },
);
