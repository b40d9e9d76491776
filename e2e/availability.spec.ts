import type { Locator, Page } from '@playwright/test';
import {
  DESK,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectPageFits,
  TELEPHONE,
} from './harness/axe.ts';
import { arriveAs, asService, keepSession, openSession } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer, type StreamerDraft } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

const HOURS = '/streamer-dashboard/availability';
const SETTINGS = '/streamer-dashboard/settings';

/** Moves there as a person without a mouse does. */
async function tabTo(page: Page, target: Locator, most = 120): Promise<void> {
  for (let press = 0; press < most; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function openAs(page: Page, server: LogeServer, draft: StreamerDraft): Promise<OpenStreamer> {
  // The notice of a new streamer, as its select offers it.
  const rules = { notice_minutes: 1440, ...draft.page };
  const streamer = await openStreamer(server, { ...draft, page: rules });
  await keepSession(page, await openSession(server, streamer));
  return streamer;
}

const starts = (page: Page): Locator =>
  page.getByRole('radiogroup', { name: /^Créneaux du/ }).locator('label');
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Ce que voit un viewer' });
const free = (page: Page): Locator =>
  preview(page).getByRole('list', { name: 'Créneaux libres' }).getByRole('listitem');
const told = (page: Page, title: string): Promise<void> =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible();

async function fine(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
}

test('hours are set with the keyboard alone, and a viewer sees them', async ({ page, server, browser }) => {
  test.setTimeout(60_000);
  const streamer = await openAs(page, server, { hours: [], page: { notice_minutes: 0 } });
  await page.goto(HOURS);
  await expect(page.getByText('Aucune heure ouverte.')).toBeVisible();
  await expect(preview(page).getByText('Aucun créneau')).toBeVisible();

  await tabTo(page, page.getByRole('tab', { name: 'Peindre' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Liste' })).toBeFocused();
  const add = page.getByRole('button', { name: 'Ajouter une plage le lundi' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  // 18 h to 21 h; one step later at the end.
  const end = page.getByRole('combobox', { name: 'Lundi, plage 1, à' });
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, end);
  await page.keyboard.press('ArrowDown');
  await expect(end).toHaveValue(String(21 * 60 + 30));
  await tabTo(page, page.getByRole('button', { name: 'Copier les heures du lundi' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Vers tous les jours' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^24\sh\s30\souvertes par semaine/)).toBeVisible();
  // Not saved, and shown already.
  await expect(free(page)).toHaveCount(11);
  await tabTo(page, page.getByRole('button', { name: 'Enregistrer', exact: true }));
  await page.keyboard.press('Enter');
  await told(page, 'Horaires enregistrés');
  await expect(page.getByRole('region', { name: 'Modifications non enregistrées' })).toBeHidden();

  const viewer = await (
    await browser.newContext({ baseURL: server.url, timezoneId: 'Europe/Paris' })
  ).newPage();
  // A whole day: of today's hours some may be over.
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await viewer.goto(`/book-session/${streamer.handle}?month=${day.slice(0, 7)}&day=${day}`);
  await expect(starts(viewer).first()).toBeVisible();
  const hours = await starts(viewer).allInnerTexts();
  expect(hours[0]).toMatch(/^18\sh$/);
  expect(hours.at(-1)).toMatch(/^20\sh\s30$/);
  expect(hours).toHaveLength(11);
  await viewer.context().close();
});

test('of two tabs the second learns of the first, and chooses', async ({
  page,
  server,
  context,
  expectErrors,
}) => {
  test.setTimeout(90_000);
  expectErrors(answered(409));
  await openAs(page, server, {});
  await page.goto(HOURS);
  await page.getByLabel('Réserver au plus tard').selectOption('0');
  const other = await context.newPage();
  await other.goto(HOURS);
  await other.getByLabel('Jusqu’à', { exact: true }).selectOption('90');
  await other.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await told(other, 'Horaires enregistrés');
  await other.close();

  const bar = page.getByRole('region', { name: 'Modifications non enregistrées' });
  // Told live, or at the latest when saving.
  const save = bar.getByRole('button', { name: 'Enregistrer', exact: true });
  await expect(async () => {
    if (await save.isEnabled()) await save.click({ timeout: 1000 });
    await expect(bar.getByRole('alert')).toContainText('enregistrés ailleurs', { timeout: 3000 });
  }).toPass();
  await bar.getByRole('button', { name: 'Prendre ceux qui sont enregistrés' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByLabel('Jusqu’à', { exact: true })).toHaveValue('90');
  await expect(page.getByLabel('Réserver au plus tard')).toHaveValue('1440');
});

test('what is not saved is not lost without asking', async ({ page, server }) => {
  await openAs(page, server, {});
  await page.goto(HOURS);
  await page.getByLabel('Au plus par mois').selectOption('60');
  const away = page
    .getByRole('navigation', { name: 'Espace streamer' })
    .getByRole('link', { name: 'Revenus' });
  await away.click();
  const question = page.getByRole('alertdialog', { name: 'Partir sans enregistrer' });
  await question.getByRole('button', { name: 'Rester ici' }).click();
  await expect(page.getByLabel('Au plus par mois')).toHaveValue('60');
  await away.click();
  await question.getByRole('button', { name: 'Partir sans enregistrer' }).click();
  await expect(page).toHaveURL(/earnings/);
});

test('a date is closed in the month, with the keyboard, and the preview says why', async ({
  page,
  server,
}) => {
  await openAs(page, server, {});
  await page.goto(`${HOURS}?view=dates`);
  const grid = page.getByRole('grid');
  await tabTo(page, grid.locator('[tabindex="0"]'));
  const day = grid.locator(':focus');
  const before = (await day.getAttribute('data-date')) ?? '';
  await page.keyboard.press('PageDown');
  await expect(day).not.toHaveAttribute('data-date', before);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  const date = (await day.getAttribute('data-date')) ?? '';
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('restent prévues');
  await tabTo(page, dialog.getByRole('radio', { name: /Comme d’habitude/ }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Fermé' })).toBeChecked();
  await tabTo(page, dialog.getByLabel(/^Note/));
  await page.keyboard.type('Tournoi');
  await tabTo(page, dialog.getByRole('button', { name: 'Enregistrer la date' }));
  await page.keyboard.press('Enter');
  await told(page, 'Date enregistrée');
  await expect(grid.locator(`[data-date="${date}"]`)).toHaveAccessibleName(/date fermée, fermé, Tournoi$/);
  await expect(page.getByRole('list', { name: 'Dates particulières à venir' })).toContainText('Tournoi');
  await page.goto(`${HOURS}?date=${date}`);
  await expect(preview(page)).toContainText('Vous avez fermé cette date.');
});

test('a first page: what is missing, an offer with its price, hours, and on the air', async ({
  page,
  server,
}) => {
  test.setTimeout(60_000);
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

test('a page and an offer that were saved elsewhere are not overwritten unasked', async ({
  page,
  server,
}) => {
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
  await page.goto(`${SETTINGS}?tab=offers&offer=${String(offerId)}`);
  const offer = page.getByRole('dialog');
  await offer.getByLabel('Titre').fill('Le mien');
  await elsewhere(`offers?id=eq.${String(offerId)}`, { title: 'Celui de l’autre onglet' });
  await offer.getByRole('button', { name: 'Enregistrer l’offre' }).click();
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Prendre ce qui est enregistré' }).click();
  await expect(offer.getByLabel('Titre')).toHaveValue('Celui de l’autre onglet');
});

test('offers change places, are copied and put away', async ({ page, server }) => {
  await openAs(page, server, { offers: [{ title: 'Première' }, { title: 'Deuxième' }] });
  await page.goto(`${SETTINGS}?tab=offers`);
  const list = page.getByRole('list', { name: 'Vos offres' });
  await list.getByRole('button', { name: 'Descendre Première' }).click();
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première']);
  await expect(list.getByRole('button', { name: 'Monter Première' })).toBeEnabled();
  await page.reload();
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première']);
  await list.getByRole('button', { name: 'Plus pour Première' }).click();
  await page.getByRole('menuitem', { name: 'Dupliquer' }).click();
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première', 'Première (copie)']);
  await expect(list.getByRole('listitem').filter({ hasText: '(copie)' })).toContainText('Fermée');
  await list.getByRole('button', { name: 'Plus pour Deuxième' }).click();
  await page.getByRole('menuitem', { name: 'Ranger l’offre' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ranger l’offre' }).click();
  await expect(list.getByRole('heading')).toHaveText(['Première', 'Première (copie)']);
});

test('a calendar that cannot be read says so, and closes nothing', async ({ page, server, expectErrors }) => {
  test.setTimeout(60_000); // it is fetched by a task that comes by every few seconds, then asked for again
  expectErrors(answered(422));
  await openAs(page, server, { page: { notice_minutes: 0 } });
  await page.goto(`${HOURS}?view=calendars`);
  const form = page.getByRole('form', { name: 'Relier un agenda' });
  await form.getByLabel('Nom').fill('Perso');
  await form.getByLabel('Adresse iCal').fill('ftp://agenda.exemple.fr/a.ics');
  await form.getByRole('button', { name: 'Relier l’agenda' }).click();
  await expect(form.getByText('Cette adresse n’est pas celle d’un calendrier')).toBeVisible();
  await form.getByLabel('Adresse iCal').fill('https://agenda.invalid/a.ics');
  await form.getByRole('button', { name: 'Relier l’agenda' }).click();
  const list = page.getByRole('list', { name: 'Agendas reliés' });
  await expect(list).toContainText('Illisible', { timeout: 45_000 });
  await expect(list).toContainText('Le site de cette adresse est introuvable');
  await expect(free(page).first()).toBeVisible();
  await list.getByRole('button', { name: 'Délier Perso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Délier l’agenda' }).click();
  await expect(page.getByText('Aucun agenda relié.')).toBeVisible();
});

test('money is given a place to go at the provider, and the page knows on the way back', async ({
  page,
  server,
}) => {
  await openAs(page, server, {});
  await page.goto(`${SETTINGS}?tab=payouts`);
  await expect(page.getByText('Prochain versement').or(page.getByText('Un versement part'))).toBeVisible();
  await page.getByRole('button', { name: 'Renseigner mon compte' }).click();
  await page.getByRole('button', { name: 'Activer le compte' }).click();
  await expect(page.getByText('Versements activés')).toBeVisible();
  await expect(page).toHaveURL(/settings\?tab=payouts$/);
});

test('nothing is out of reach at 390 and 1440 px', async ({ page, server }) => {
  test.setTimeout(120_000);
  await openAs(page, server, {});
  for (const path of [
    HOURS,
    `${HOURS}?view=dates`,
    `${HOURS}?view=calendars`,
    `${SETTINGS}`,
    `${SETTINGS}?tab=offers`,
    `${SETTINGS}?tab=payouts`,
  ]) {
    await expectPageFits(page, path);
  }
  for (const size of [TELEPHONE, DESK]) {
    await page.setViewportSize(size);
    await page.goto(HOURS);
    await page.getByLabel('Au plus par mois').selectOption('30');
    await expect(page.getByRole('region', { name: 'Modifications non enregistrées' })).toBeInViewport();
    await fine(page);
  }
});
