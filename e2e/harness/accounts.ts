import type { Page } from '@playwright/test';
import type { Person } from './people.ts';
import { expect } from './test.ts';

/** An admin finds somebody among the accounts, and opens their window. */
export async function openAccount(page: Page, person: Person): Promise<void> {
  await page.goto('/admin-dashboard/users');
  await page.getByLabel('Rechercher un compte').fill(person.email);
  await page.getByLabel('Rechercher un compte').press('Enter');
  await expect(page.getByText('1 compte trouvé')).toBeAttached();
  await page.getByRole('button', { name: /^Ouvrir le compte/ }).click();
  await expect(page.getByRole('dialog', { name: 'Compte' })).toContainText(person.email);
}
