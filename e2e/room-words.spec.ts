import type { Page } from '@playwright/test';
import type { RoomEntry } from '#product/conference/contract.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { arriveAs, keepSession, newPerson, openSession, register, sendAs } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

/** What the room announces and what it keeps: for people who do not see it, who are told the time, who write. */
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const show = (page: Page, scene: string) => page.goto(`/dev/room?scene=${scene}`);
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('who is let in is told that they are seen and heard, and the keyboard goes on from the room', async ({
  page,
}) => {
  await show(page, 'let-in');
  await expect(title(page)).toHaveText('Soirée stratégie'); // after half a second at the door
  await expect(title(page)).toBeFocused();
  await expect(said(page, /^Vous êtes dans la loge\s: on vous voit et on vous entend\.$/)).toHaveCount(1);

  await page.getByRole('button', { name: 'Quitter' }).click();
  await expect(title(page)).toHaveText('Vous avez quitté la loge');
  await expect(title(page)).toBeFocused();
  await expect(said(page, 'Vous êtes dans la loge')).toHaveCount(0);
  await page.getByRole('button', { name: 'Revenir dans la loge' }).click();
  await expect(title(page)).toHaveText('Nour Écarlate va vous faire entrer');
  await expect(title(page)).toBeFocused();
  await expectNoAxeViolations(page);
});

test('who comes in with camera and microphone off is told so', inSoak, async ({ page }) => {
  await show(page, 'camera-off');
  await expect(
    said(page, /^Vous êtes dans la loge\s: votre micro et votre caméra sont coupés\.$/),
  ).toHaveCount(1);
});

test(
  'the time left is said at ten, five and one minutes, at the end, and before the door closes',
  inSoak,
  async ({ page }) => {
    await page.clock.install();
    await show(page, 'alone'); // four minutes before an hour
    await expect(title(page)).toBeVisible();
    for (const [wait, text] of [
      ['04:00', 'La session commence.'],
      ['50:00', /^Il reste 10\sminutes\.$/],
      ['05:00', /^Il reste 5\sminutes\.$/],
      ['04:00', /^Il reste 1\sminute\.$/],
      ['01:00', /^Le temps prévu est écoulé\. La loge ferme dans 5\sminutes/],
      ['04:00', /^La loge ferme dans 1\sminute/],
      ['01:00', /^Vous continuez ensemble\./],
    ] as const) {
      await expect(said(page, text), `not yet: ${text}`).toHaveCount(0);
      await page.clock.fastForward(wait);
      await expect(said(page, text)).toHaveCount(1);
    }
    await page.clock.fastForward('00:13');
    await expect(said(page, /^Vous continuez ensemble\./)).toHaveCount(0);
  },
);

test.describe('on a telephone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test(
    'messages from before one came are not unread, and a draft outlives the sheet and a turn of the telephone',
    inSoak,
    async ({ page }) => {
      await show(page, 'group-3');
      const chat = page.getByRole('button', { name: /^Chat/ });
      await chat.click();
      const log = page.getByRole('log');
      await expect(log).toContainText('Ah oui, le fou en g7.'); // they have been loaded
      const writer = page.getByLabel('Écrire un message');
      await writer.fill('Je reviens dans');
      await page.keyboard.press('Escape');
      await expect(log).toBeHidden();
      await page.reload();
      await expect(chat).toBeVisible();
      await page.waitForTimeout(500); // the messages come meanwhile: no count appears
      await expect(chat).toHaveAccessibleName('Chat');

      await chat.click();
      await writer.fill('Je reviens dans');
      await page.keyboard.press('Escape');
      await expect(log).toBeHidden();
      await chat.click();
      await expect(writer).toHaveValue('Je reviens dans');
      await page.setViewportSize(DESK);
      await expect(writer).toHaveValue('Je reviens dans');
      await page.getByRole('button', { name: 'Personnes' }).click();
      await expect(writer).toBeHidden();
      await page.getByRole('button', { name: 'Chat', exact: true }).click();
      await expect(writer).toHaveValue('Je reviens dans');
    },
  );
});

test(
  'in a dashboard’s head the open room leaves everything within reach, on any telephone',
  inSoak,
  async ({ page, server }) => {
    const stage = await confirmedSession(server, { minutesIn: 1 });
    for (const [who, path] of [
      [stage.viewer, '/viewer-dashboard/bookings'],
      [stage.streamer, '/streamer-dashboard/bookings'],
    ] as const) {
      await keepSession(page, await openSession(server, who));
      await page.goto(path);
      const head = page.getByRole('banner');
      await expect(head.getByRole('link', { name: 'Rejoindre' })).toBeVisible();
      await expect(head.getByRole('button', { name: /^Mon compte/ })).toBeVisible();
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        for (const piece of [
          head.getByRole('link', { name: 'Rejoindre' }),
          head.getByRole('button', { name: /^Mon compte/ }),
        ]) {
          // The head says less where there is less room, once it has seen how much there is.
          const beyond = async () => {
            const { x, width: wide } = (await piece.boundingBox()) ?? { x: Number.NaN, width: 0 };
            return Math.max(-x, x + wide - width, 0);
          };
          await expect.poll(beyond, { message: `${path} at ${width}` }).toBe(0);
        }
      }
    }
  },
);

test(
  'a full room says so at the door, and lets one in once there is a place',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(answered(409));
    const { roomId } = await confirmedSession(server, { minutesIn: 5 });
    // Beside the two who booked there is room for two of the team.
    const enter = async () => {
      const session = await register(server, newPerson('admin'));
      const body = { roomId, reason: 'Un signalement à vérifier' };
      const { participantId } = (await sendAs(server, session, 'conference/enter-room', body)) as RoomEntry;
      return () => sendAs(server, session, 'conference/leave-room', { roomId, participantId });
    };
    const [leave] = [await enter(), await enter()];
    await arriveAs(page, server, 'admin');
    await page.goto(`/conference/room/${roomId}`);
    await page.getByLabel('Raison de votre entrée').fill('Un autre signalement');
    const join = page.getByRole('button', { name: 'Rejoindre' });
    await join.click();
    await expect(page.getByRole('alert')).toHaveText(
      'La loge est pleine. Réessayez quand quelqu’un en sera sorti.',
    );
    await expectNoAxeViolations(page);
    await leave();
    await join.click();
    await expect(page.getByRole('button', { name: 'Quitter' })).toBeVisible();
  },
);
