import type { Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveAs, asService, keepSession, openSession } from './harness/people.ts';
import {
  confirmedSession,
  connected,
  connectionsMade,
  doToDevices,
  endSoon,
  framesOf,
  keepConnections,
  keepDevices,
  type RoomStage,
  receivedBy,
  visit,
} from './harness/rooms.ts';
import type { LogeServer } from './harness/server.ts';
import { answered, expect, test } from './harness/test.ts';

const room = ({ roomId }: RoomStage) => `/conference/room/${roomId}`;
const DAY = 86_400_000;
const join = (page: Page) => page.getByRole('button', { name: 'Rejoindre' });

/** Pictures of the other keep coming. */
async function seesTheOther(page: Page): Promise<void> {
  await expect(connected(page)).toHaveCount(1);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(0);
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
}

/** The voice of the other, here the beeps of a machine without a microphone, is played. */
async function hearsTheOther(page: Page): Promise<void> {
  const energy = async () => (await receivedBy(page)).reduce((sum, each) => sum + each.energy, 0);
  const before = await energy();
  await expect.poll(energy).toBeGreaterThan(before);
}

async function arrive(page: Page, server: LogeServer, stage: RoomStage): Promise<void> {
  await page.context().addInitScript(keepConnections);
  await keepSession(page, await openSession(server, stage.viewer));
}

/** Pictures of what the other shows keep coming. */
async function seesTheScreen(page: Page): Promise<void> {
  const screen = page.getByLabel('Écran de Camille D.', { exact: true });
  await expect(screen).toBeVisible();
  const frames = () =>
    screen.evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
}

test('two people meet: setup, picture both ways, chat, mute, devices, another tab, reload, leaving, settlement', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(180_000);
  expectErrors(answered(409));
  const stage = await confirmedSession(server, { minutesIn: 5, durationMinutes: 15, attended: [0, 4.9] });
  await asService(server, `/rest/v1/bookings?id=eq.${stage.bookingId}`, {
    method: 'PATCH',
    body: {
      questions: [{ id: 'rank', label: 'Votre rang', required: true, long: false }],
      answers: { rank: 'Or, voir https://lichess.org/camille' },
    },
  });
  await page.context().addInitScript(keepDevices);
  await arrive(page, server, stage);
  const streamer = await visit(launchOptions, { ...contextOptions, locale: 'fr-FR' }, server, stage.streamer);
  try {
    await page.goto(`/conference/setup?booking=${stage.bookingId}`);
    await expect(page.getByText('avec Nour Écarlate')).toBeVisible();
    await expect(page.getByLabel('Votre caméra')).toBeVisible();
    await expect(page.getByLabel('Micro', { exact: true })).toContainText(/fake/i);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Couper le micro' }).click();
    await join(page).click();
    await expect(page.getByText('Nour Écarlate n’est pas encore là.')).toBeVisible();

    await streamer.page.goto(room(stage));
    await join(streamer.page).click();
    await Promise.all([seesTheOther(page), seesTheOther(streamer.page)]);
    // Who came in with the microphone off is shown so, until it is on.
    const cut = streamer.page.getByRole('img', { name: 'micro coupé' });
    await expect(cut).toBeVisible();
    await page.getByRole('button', { name: 'Activer le micro' }).click();
    await expect(cut).toBeHidden();
    await Promise.all([hearsTheOther(page), hearsTheOther(streamer.page)]);
    await expect(page.getByRole('timer')).toHaveText(/min|s/);
    await expectNoAxeViolations(page);

    // What the viewer answered when they booked is shown to the streamer, and to nobody else.
    await streamer.page.getByRole('button', { name: /^Personnes/ }).click();
    await streamer.page.getByText('Réponses à vos questions').click();
    const answers = streamer.page.getByRole('group').filter({ hasText: 'Votre rang' });
    await expect(answers).toContainText('Or, voir');
    await expect(answers.getByRole('link', { name: 'https://lichess.org/camille' })).toBeVisible();
    await expect(page.getByText('Réponses à vos questions')).toHaveCount(0);
    await streamer.page.getByRole('button', { name: /^Chat/ }).click();

    // A message each way.
    await page.getByLabel('Écrire un message').fill('Bonsoir Nour');
    await page.keyboard.press('Enter');
    await expect(streamer.page.getByRole('log')).toContainText(/Camille.*Bonsoir Nour/s);

    // The other sees who is muted, and the camera's light goes out.
    await page.getByRole('button', { name: 'Couper le micro' }).click();
    await expect(cut).toBeVisible();
    await page.keyboard.press('m');
    await expect(cut).toBeHidden();
    await page.getByRole('button', { name: 'Couper la caméra' }).click();
    await expect(streamer.page.getByLabel('Caméra de Camille D.')).toBeHidden();
    await page.getByRole('button', { name: 'Activer la caméra' }).click();
    await seesTheOther(streamer.page);

    // A screen is shown first.
    await page.getByRole('button', { name: 'Partager l’écran' }).click();
    await seesTheScreen(streamer.page);
    await page.getByRole('button', { name: 'Arrêter le partage' }).click();
    await expect(streamer.page.getByLabel('Écran de Camille D.', { exact: true })).toBeHidden();

    // Another microphone is chosen, or takes over from one that was pulled out; without a camera words say so, until it is back.
    const connections = await connectionsMade(page);
    await page.keyboard.press('r');
    const mics = page.getByRole('dialog').getByLabel('Micro', { exact: true });
    const another = (await mics.locator('option:not(:checked)').last().getAttribute('value')) ?? '';
    await mics.selectOption(another);
    await expect(mics).toHaveValue(another);
    await page.keyboard.press('Escape');
    await hearsTheOther(streamer.page);
    await doToDevices(page, 'changeMic');
    await hearsTheOther(streamer.page);
    await doToDevices(page, 'pullCamera');
    await expect(page.getByText(/^Aucune caméra n’a été trouvée\./)).toBeVisible();
    await expect(streamer.page.getByLabel('Caméra de Camille D.')).toBeHidden();
    await doToDevices(page, 'putCameraBack');
    await seesTheOther(streamer.page);
    expect(await connectionsMade(page)).toBe(connections);

    // A reload comes back by itself; a copy of the tab, with all that the tab remembers, asks.
    await page.reload();
    await Promise.all([seesTheOther(page), seesTheOther(streamer.page)]);
    const copied = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    const second = await copied;
    await expect(second.getByRole('heading', { name: 'Vous êtes déjà dans la loge' })).toBeVisible();
    await expect(connected(page)).toHaveCount(1);
    await second.getByRole('button', { name: 'Reprendre ici' }).click();
    await seesTheOther(second);
    await expect(page.getByRole('heading', { name: 'Vous êtes déjà dans la loge' })).toBeVisible();
    await page.close();

    // A telephone that is turned does not connect again.
    const made = await connectionsMade(second);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await second.setViewportSize({ width, height });
      await seesTheOther(second);
    }
    expect(await connectionsMade(second)).toBe(made);

    // Leaving, and seeing it.
    await second.getByRole('button', { name: 'Quitter' }).click();
    await expect(streamer.page.getByText('Camille D. n’est plus là.')).toBeVisible();
    await streamer.page.getByRole('button', { name: 'Quitter' }).click();

    // The end settles it, and the screen says so without a reload.
    await endSoon(server, stage, 15);
    const done = second.getByRole('heading', { name: 'Merci, et à bientôt' });
    await expect(done).toBeVisible();
    await expect(second.getByText(/Présence relevée par Loge/)).toBeVisible();
    const { handle, offerIds } = stage.streamer;
    await expect(second.getByRole('link', { name: 'Réserver une autre session' })).toHaveAttribute(
      'href',
      `/book-session/${handle}?offer=${offerIds[0]}`,
    );
    const again = second.getByRole('link', { name: 'Réserver cette heure' });
    const next = new URL((await again.getAttribute('href')) ?? '', server.url).searchParams.get('start');
    const week = Date.parse(next ?? '') - Date.now();
    expect(week).toBeGreaterThan(6 * DAY);
    expect(week).toBeLessThan(8 * DAY);
    await second.getByRole('radio', { name: /^4 étoiles/ }).check();
    await second.getByLabel('Votre avis').fill('Très clair.');
    await second.getByRole('button', { name: 'Publier mon avis' }).click();
    await expect(second.getByLabel('L’avis donné')).toContainText('Très clair.');
    await expectNoAxeViolations(second);
    // One press holds the same hour of the week after.
    await again.click();
    await expect(second.getByText(/Votre place est gardée|encore \d+/).first()).toBeVisible();
    const kept = (await asService(
      server,
      `/rest/v1/bookings?status=eq.held&start_at=eq.${next}&select=status`,
    )) as object[];
    expect(kept).toEqual([{ status: 'held' }]);
    const bookings = (await asService(
      server,
      `/rest/v1/bookings?id=eq.${stage.bookingId}&select=status,refund_cents`,
    )) as object[];
    expect(bookings).toEqual([{ status: 'completed', refund_cents: 0 }]);
  } finally {
    await streamer.close();
  }
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the room is used with one thumb, and the chat is a sheet', async ({ page, server }) => {
    const stage = await confirmedSession(server, { minutesIn: -5 });
    await arrive(page, server, stage);
    await page.goto(room(stage));
    await expect(page.getByLabel('Votre caméra')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
    await join(page).click();
    await expect(page.getByText('Nour Écarlate n’est pas encore là.')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Chat' }).click();
    await page.getByLabel('Écrire un message').fill('Je suis là');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log')).toContainText(/Vous.*Je suis là/s);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Autres commandes' }).click();
    await page.getByRole('button', { name: 'Raccourcis clavier' }).click();
    await expect(page.getByRole('dialog')).toContainText('Lever ou baisser la main');
  });
});

test('each closed door says why, and what to do next', async ({ page, server, expectErrors }) => {
  expectErrors(answered(404));
  const stage = await confirmedSession(server, { minutesIn: -45 });
  await arrive(page, server, stage);
  await page.goto(room(stage));
  await expect(page.getByText(/La loge ouvre dans/)).toBeVisible();
  await expect(join(page)).toBeHidden();

  await asService(server, `/rest/v1/bookings?id=eq.${stage.bookingId}`, {
    method: 'PATCH',
    body: {
      status: 'cancelled_by_streamer',
      ended_at: new Date(),
      refund_cents: 0,
      due_event: null,
      due_at: null,
    },
  });
  await expect(page.getByRole('heading', { name: 'Cette session n’aura pas lieu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voir la réservation' })).toBeVisible();
  await expectNoAxeViolations(page);

  const early = await confirmedSession(server, { minutesIn: -300 });
  await arrive(page, server, early);
  await page.goto(room(early));
  await expect(page.getByRole('heading', { name: 'La loge n’est pas encore ouverte' })).toBeVisible();

  await page.goto(`/conference/setup?booking=${early.bookingId}`);
  await expect(page.getByText(/^La préparation ouvre une heure avant, dans/)).toContainText(/[34]\sh/);
  await page.goto(room(early));
  // While one looks at it, it turns into a place that is not paid, and into a request.
  const soon = new Date(Date.now() + 600_000);
  const becomes = (columns: object) =>
    asService(server, `/rest/v1/bookings?id=eq.${early.bookingId}`, { method: 'PATCH', body: columns });
  await becomes({ status: 'held', confirmed_at: null, due_event: 'expire', due_at: soon });
  await expect(page.getByRole('heading', { name: 'Cette place n’est pas encore payée' })).toBeVisible();
  const seen = page.getByRole('link', { name: 'Voir la réservation' });
  await expect(seen).toHaveAttribute('href', `/viewer-dashboard/bookings?booking=${early.bookingId}`);
  await becomes({ status: 'requested', answer_by: soon });
  await expect(page.getByRole('heading', { name: 'Cette demande attend une réponse' })).toBeVisible();

  const over = await confirmedSession(server, { minutesIn: 50, durationMinutes: 30, attended: [0, 29] });
  await arrive(page, server, over);
  await page.goto(room(over));
  await expect(
    page.getByRole('heading', { name: /^(La session est terminée|Merci, et à bientôt)$/ }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revenir dans la loge' })).toBeHidden();
  await expect(join(page)).toBeHidden();

  await arriveAs(page, server, 'viewer');
  await page.goto(room(early));
  await expect(page.getByRole('heading', { name: 'Cette loge n’est pas la vôtre' })).toBeVisible();
  await page.goto('/conference/room/nulle-part');
  await expect(page.getByRole('heading', { name: 'Cette loge n’est pas la vôtre' })).toBeVisible();
  await page.goto('/conference/setup');
  await expect(page.getByRole('heading', { name: 'Test libre' })).toBeVisible();
  await expectNoAxeViolations(page);
});
