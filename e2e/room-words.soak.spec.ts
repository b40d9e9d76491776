import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

test('the door opens by itself when its countdown reaches zero', async ({ page, server }) => {
  const stage = await confirmedSession(server, { minutesIn: -10.2 }); // it opens in twelve seconds
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/conference/room/${stage.roomId}`);
  await expect(page.getByText(/La loge ouvre dans/)).toBeVisible();
  const join = page.getByRole('button', { name: 'Rejoindre' });
  await expect(join).toBeHidden();
  await expect(join).toBeVisible();
  await expect(page.getByText(/La loge ouvre dans/)).toBeHidden();
});
