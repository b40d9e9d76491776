import type { Page } from '@playwright/test';
import { expect } from '../harness/arrival.ts';
import { followLink } from '../harness/mail.ts';
import { type Person, sayAge, signUp } from '../harness/people.ts';
import { linkIn, type PostOffice } from '../harness/post-office.ts';
import { picture } from '../harness/story.ts';

/** Signs up on the page, and confirms the address by the link in the mail that comes. */
export async function openAccount(page: Page, post: PostOffice, person: Person): Promise<void> {
  await page.goto('/');
  await signUp(page, person);
  await expect(page.getByRole('heading', { name: 'Vérifiez votre boîte' })).toBeVisible();
  const mail = await post.mailTo(person.email, /Confirmez votre adresse/);
  await followLink(page, linkIn(mail, '/auth/callback'));
  await expect(page).toHaveURL(new RegExp(`/${person.role}-dashboard`));
  await expect(page.getByRole('heading', { name: `Bonjour, ${person.firstName}` })).toBeVisible();
}

const SETTINGS = '/streamer-dashboard/settings';

/** What a streamer does once: a page, an offer of a quarter of an hour, hours, and out it goes. */
export async function openBox(page: Page): Promise<void> {
  await page.goto(SETTINGS);
  const about = page.getByRole('form', { name: 'Page publique' });
  await about.getByLabel('Nom affiché').fill('Nour Écarlate');
  await about.getByLabel('Adresse de la page').fill('nour-ecarlate');
  await about.getByLabel('Accroche').fill('Échecs rapides, sans se presser');
  await about
    .getByLabel('Présentation')
    .fill(
      'Vingt ans d’échecs, dix de direct. On regarde une de vos parties, et vous repartez avec une idée.',
    );
  await about.getByRole('checkbox', { name: 'Échecs et stratégie' }).check();
  await about.getByRole('button', { name: 'Enregistrer la page' }).click();
  await expect(page.getByText('Page enregistrée').first()).toBeVisible();

  await page.goto('/streamer-dashboard/offers');
  await page.getByRole('button', { name: 'Nouvelle offre' }).click();
  const offer = page.getByRole('dialog');
  await offer.getByLabel('Titre').fill('Une partie relue');
  await offer.getByLabel('Description').fill('Un quart d’heure sur la partie de votre choix.');
  await offer.getByLabel('Catégorie').selectOption({ label: 'Échecs et stratégie' });
  await offer.getByLabel('Durée').selectOption('15');
  await offer.getByLabel('Prix par place, en euros').fill('24');
  await picture(page, '01-offre');
  await offer.getByRole('button', { name: 'Créer l’offre' }).click();
  await expect(page.getByRole('list', { name: 'Vos offres' })).toContainText('Une partie relue');

  await page.goto('/streamer-dashboard/availability');
  await page.getByRole('tab', { name: 'Liste' }).click();
  await page.getByRole('button', { name: 'Ajouter une plage le lundi' }).click();
  await page.getByRole('button', { name: 'Copier les heures du lundi' }).click();
  await page.getByRole('menuitem', { name: 'Vers tous les jours' }).click();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Horaires enregistrés').first()).toBeVisible();
  await picture(page, '02-heures');

  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Publier ma page' }).click();
  await sayAge(page);
  await expect(page.getByRole('heading', { name: 'Votre page est en ligne' })).toBeVisible();
}
