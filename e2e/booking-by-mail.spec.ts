import type { Page } from '@playwright/test';
import {
  bookingsOf,
  button,
  chooseStart,
  fine,
  heading,
  rank,
  signInHere,
  signUpHere,
} from './harness/booker.ts';
import { actionLink, followLink, newestMail, spendLink } from './harness/mail.ts';
import { newPerson, type Person, registerWithoutAge, sayAge } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { openStreamer } from './harness/streamers.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

test.use({ serverEnv: { AUTH_AUTOCONFIRM: 'false', AUTH_MAIL_INTERVAL: '1' } });
/** A start is chosen, and the mail that confirms the new account is on its way. */
async function askForCode(page: Page, server: LogeServer, person: Person): Promise<string> {
  const streamer = await openStreamer(server, { offers: [{ questions: [rank] }] });
  const chosen = await chooseStart(page, streamer, 1);
  await button(page, 'Continuer').click();
  await signUpHere(page, person);
  await expect(heading(page, 'Vérifiez votre boîte')).toBeFocused();
  return chosen;
}
const place = (page: Page) => page.getByRole('complementary', { name: 'Votre place' });
const enter = async (page: Page, code: string) => {
  await page.getByLabel('Code reçu par e-mail').fill(code);
  await button(page, 'Valider le code').click();
};

test('a new account is confirmed by its code within the booking, through a wrong code and a reload, and the place is held', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(403));
  const person = newPerson();
  const chosen = await askForCode(page, server, person);
  await expect(place(page)).toContainText(chosen);
  await fine(page);
  const { code } = await newestMail(server, person.email);
  await enter(page, code === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toContainText('Ce code n’est pas le bon, ou n’est plus valable');
  await expect(page.getByLabel('Code reçu par e-mail')).toBeFocused();

  await page.reload();
  await expect(heading(page, 'Vérifiez votre boîte')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goForward();
  await enter(page, code ?? '');
  await sayAge(page);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(place(page)).toContainText(chosen);
  await page.getByLabel('Votre rang').fill('Platine');
  await button(page, 'Continuer').click();
  await expect(heading(page, /Vérifiez votre réservation/)).toBeVisible();
});

test(
  'a code that another one has replaced is refused, and the newer one goes on',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(403), answered(429));
    const person = newPerson();
    await askForCode(page, server, person);
    const first = await newestMail(server, person.email);
    // Asked for again from elsewhere, as the page's own button waits a minute.
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/auth/v1/resend`, {
          method: 'POST',
          headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'signup', email: person.email }),
        });
        return answer.status;
      })
      .toBe(200);
    const second = await newestMail(server, person.email, 2);
    if (first.code !== second.code) {
      await enter(page, first.code ?? '');
      await expect(page.getByRole('alert')).toContainText('n’est plus valable');
    }
    await enter(page, second.code ?? '');
    await sayAge(page);
    await expect(page.getByRole('timer')).toBeVisible();
  },
);

test(
  'an address that has an account: the page says what it says to a new one, and one signs in instead',
  inSoak,
  async ({ page, server }) => {
    const person = newPerson();
    await registerWithoutAge(server, person);
    await spendLink(server, actionLink(await newestMail(server, person.email)));
    await askForCode(page, server, { ...person, password: 'cinq corbeaux verts' });
    await button(page, 'J’ai déjà un compte').click();
    const form = page.getByRole('form', { name: 'Se connecter' });
    await expect(form.getByLabel('Adresse e-mail')).toHaveValue(person.email);
    await signInHere(page, person);
    await sayAge(page);
    await expect(page.getByRole('timer')).toBeVisible();
  },
);

test(
  'a new account is confirmed by its link in another tab: the start is there, and both tabs show the one place that is held',
  inSoak,
  async ({ page, context, server, expectErrors }) => {
    expectErrors(answered(409));
    const person = newPerson();
    const chosen = await askForCode(page, server, person);
    const link = actionLink(await newestMail(server, person.email));
    const other = await context.newPage();
    await followLink(other, link);
    await expect(other).toHaveURL(/book-session/);
    await sayAge(other);
    // Who comes back to the first tab finds that the other has said it.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    for (const tab of [other, page]) {
      await expect(tab.getByRole('timer')).toBeVisible();
      await expect(place(tab)).toContainText(chosen);
    }
    const { id } = await other.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? '{}') as { user: { id: string } })
          .user,
    );
    expect((await bookingsOf(server, id)).filter(({ status }) => status === 'held')).toHaveLength(1);
  },
);
