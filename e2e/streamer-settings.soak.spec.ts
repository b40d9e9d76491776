import { expectNoAxeViolations } from './harness/axe.ts';
import { openAs } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test('offers change places by keyboard and by dragging, are copied, shown before they are saved, and put away', async ({
  page,
  server,
}) => {
  await openAs(page, server, { offers: [{ title: 'Première' }, { title: 'Deuxième' }] });
  await page.goto('/streamer-dashboard/offers');
  const list = page.getByRole('list', { name: 'Vos offres' });
  const handle = (title: string) => list.getByRole('button', { name: `Déplacer ${title}`, exact: true });
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  const written = Promise.all([saved(), saved()]);
  await handle('Première').press('ArrowDown');
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première']);
  await expect(handle('Première')).toBeFocused();
  await written;
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première']);
  // The first goes below the middle of the last, once nothing above moves any more.
  await handle('Deuxième').hover();
  const [from, to] = [await handle('Deuxième').boundingBox(), await handle('Première').boundingBox()];
  if (!from || !to) throw new Error('a handle has no place');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 40, { steps: 4 });
  const dragged = Promise.all([saved(), saved()]);
  await page.mouse.up();
  await expect(list.getByRole('heading')).toHaveText(['Première', 'Deuxième']);
  await dragged;
  await handle('Première').press('ArrowDown');
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première']);
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await list.getByRole('button', { name: 'Plus pour Première' }).click();
  await page.getByRole('menuitem', { name: 'Dupliquer' }).click();
  await expect(list.getByRole('heading')).toHaveText(['Deuxième', 'Première', 'Première (copie)']);
  await expect(list.getByRole('listitem').filter({ hasText: '(copie)' })).toContainText('Brouillon');
  await list.getByRole('button', { name: 'Modifier Première (copie)' }).click();
  const offer = page.getByRole('dialog');
  await offer.getByLabel('Titre').fill('Ni l’une ni l’autre');
  await offer.getByRole('button', { name: 'Aperçu' }).click();
  await expect(offer.getByText('Dans la recherche')).toBeVisible();
  await expect(offer.getByText('Ni l’une ni l’autre')).toBeVisible();
  await expectNoAxeViolations(page);
  await offer.getByRole('button', { name: 'Revenir à l’offre' }).click();
  await offer.getByLabel('Titre').fill('Première (copie)');
  await offer.getByRole('button', { name: 'Revenir', exact: true }).click();
  await expect(offer).toBeHidden();
  await list.getByRole('button', { name: 'Plus pour Deuxième' }).click();
  await page.getByRole('menuitem', { name: 'Ranger l’offre' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ranger l’offre' }).click();
  await expect(list.getByRole('heading')).toHaveText(['Première', 'Première (copie)']);
});
