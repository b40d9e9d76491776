import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { keepSession, openSession } from './harness/people.ts';
import {
  confirmedGroup,
  connected,
  haveSmallCamera,
  keepConnections,
  receivedBy,
  visit,
  withCamera,
} from './harness/rooms.ts';
import type { LogeServer } from './harness/server.ts';
import { answered, expect, test } from './harness/test.ts';

/** Four browsers and a media server have two processors: a way that failed is tried again after half a minute. */
const PATIENCE = 180_000;

/**
 * Pictures and voices of three others have come, each by a connection of its own, which is new after
 * a way in or a death of the server. On a machine whose processors are full a page gives up a
 * picture for a while to keep the voice: that they go on coming is asked where two meet.
 */
async function seesThreeOthers(page: Page): Promise<void> {
  await expect(connected(page)).toHaveCount(3, { timeout: PATIENCE });
  const coming = async () =>
    (await receivedBy(page)).filter(({ stands, frames, energy }) => stands && frames > 3 && energy > 0)
      .length;
  await expect.poll(coming, { timeout: PATIENCE }).toBe(3);
}

/** A hand is seen by the host, who cuts that person's microphone, puts them out, and lets them in again when they ask. */
async function isModerated(page: Page, host: Page): Promise<void> {
  await page.keyboard.press('l');
  const raised = host
    .locator('[data-peer]')
    .filter({ has: host.getByRole('img', { name: 'main levée', exact: true }) });
  await expect(raised).toHaveCount(1);
  const tile = host.locator(`[data-peer="${await raised.getAttribute('data-peer')}"]`);
  const menu = host
    .locator('.room-place')
    .filter({ has: tile })
    .getByRole('button', { name: /options$/ });
  await menu.click();
  await host.getByRole('menuitem', { name: 'Couper son micro' }).click();
  await expect(page.getByText(/^Nour Écarlate a coupé votre micro\./)).toBeVisible();
  await expect(tile.getByRole('img', { name: 'micro coupé' })).toBeVisible();
  await page.getByRole('button', { name: 'Activer le micro' }).click();
  await expect(tile.getByRole('img', { name: 'micro coupé' })).toBeHidden();

  await menu.click();
  await host.getByRole('menuitem', { name: 'Faire sortir' }).click();
  await host.getByRole('alertdialog').getByRole('button', { name: 'Faire sortir' }).click();
  await expect(page.getByRole('heading', { name: 'Nour Écarlate vous a fait sortir' })).toBeVisible();
  await expect(connected(host)).toHaveCount(2);
  await page.getByRole('button', { name: 'Demander à revenir' }).click();
  await expect(page.getByRole('heading', { name: 'Nour Écarlate va vous faire entrer' })).toBeVisible();
  await host
    .getByRole('region', { name: 'À la porte' })
    .getByRole('button', { name: 'Faire entrer' })
    .click();
  await Promise.all([seesThreeOthers(page), seesThreeOthers(host)]);
}

/** The process that carries the media: a child of the server. */
function mediaWorkerOf({ pid }: LogeServer): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  const line = stdout.split('\n').find((each) => each.includes('media/embedded/worker'));
  return Number(line?.trim().split(' ')[0]);
}

// What four browsers draw is drawn by the processor.
const SMALL = { width: 900, height: 560 };
test.use({ viewport: SMALL });

test('four people meet through the media server, one is put out and let in again, all survive its death, until the streamer ends it for all', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(15 * 60_000);
  // Refusals while the media server is gone, and to the person who was removed.
  expectErrors(answered(409), answered(503));
  const { roomId, viewers, streamer } = await confirmedGroup(server, {
    seats: 3,
    minutesIn: 1,
    durationMinutes: 60,
  });
  const [first, ...others] = viewers;
  await page.addInitScript(keepConnections);
  await page.addInitScript(haveSmallCamera);
  await keepSession(page, await openSession(server, first!));
  const visitors = await Promise.all(
    [streamer, ...others].map((person) =>
      visit(withCamera(launchOptions, 5), { ...contextOptions, viewport: SMALL }, server, person),
    ),
  );
  try {
    const everybody = [page, ...visitors.map((visitor) => visitor.page)];
    const host = visitors[0]!.page;
    await Promise.all(everybody.map((who) => who.goto(`/conference/room/${roomId}`)));
    await Promise.all(everybody.map((who) => who.getByRole('button', { name: 'Rejoindre' }).click()));
    await Promise.all(everybody.map(seesThreeOthers));

    // What somebody shows is known without a data channel between them.
    await page.getByRole('button', { name: 'Couper le micro' }).click();
    await expect(host.getByRole('img', { name: 'micro coupé' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Activer le micro' }).click();
    await expect(host.getByRole('img', { name: 'micro coupé' })).toHaveCount(0);

    await isModerated(page, host);

    // The process dies without a word: a new one carries everybody.
    const worker = mediaWorkerOf(server);
    process.kill(worker, 'SIGKILL');
    await Promise.all(everybody.map(seesThreeOthers));

    await host.getByRole('button', { name: 'Autres commandes' }).click();
    await host.getByRole('menuitem', { name: 'Terminer pour tous' }).click();
    await host.getByRole('button', { name: 'Terminer pour tous' }).click();
    await expect(host.getByRole('heading', { name: 'Vous avez terminé la session' })).toBeVisible();
    for (const who of everybody) {
      if (who !== host)
        await expect(who.getByRole('heading', { name: 'La session est terminée' })).toBeVisible();
      expect(await receivedBy(who), 'connections that are left').toEqual([]);
    }
  } finally {
    await Promise.all(visitors.map((visitor) => visitor.close()));
  }
});
