import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { newPerson, register } from './harness/people.ts';
import { confirmedSession, visit, withCamera } from './harness/rooms.ts';
import { expect, inSoak, test } from './harness/test.ts';

const PREVIEW = 'video[aria-label="Votre caméra"]';

/** Whether the preview shows a track that was made of the camera's, and how many of its frames were shown. */
const preview = (page: Page): Promise<{ made: boolean; frames: number }> =>
  page.locator(PREVIEW).evaluate((element) => {
    const video = element as HTMLVideoElement;
    const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
    return {
      made: track?.constructor.name === 'MediaStreamTrackGenerator',
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  });

test('one prepares a session: background, noise, line, report; what was chosen is there the next time', async ({
  server,
  launchOptions,
  contextOptions,
}) => {
  // A camera that gives few frames: a background made without a graphics card keeps up with it.
  const stage = await confirmedSession(server, { minutesIn: -30 });
  const options = { ...contextOptions, locale: 'fr-FR', timezoneId: 'Europe/Paris' };
  const visitor = await visit(withCamera(launchOptions, 5), options, server, stage.viewer);
  try {
    const { page } = visitor;
    await page.context().grantPermissions(['camera', 'microphone', 'clipboard-read', 'clipboard-write']);
    // From the list of what is to come.
    await page.goto('/conference/setup');
    await page.getByRole('link', { name: /Coaching classé, avec Nour Écarlate/ }).click();
    await expect(page).toHaveURL(`/conference/setup?booking=${stage.bookingId}`);
    await expect(page.getByText(/La loge ouvre dans/)).toBeVisible();
    await expect(page.getByText('Vous apparaîtrez sous le nom « Camille D. ».')).toBeVisible();
    await expect(page.locator(PREVIEW)).toBeVisible();
    await expect(page.getByLabel('Caméra', { exact: true })).toContainText(/fake/i);

    for (const background of ['Flou', 'Livres']) {
      await page.getByRole('radio', { name: background }).check();
      await expect(page.getByText('Préparation de l’arrière-plan…')).toBeHidden();
      await expect.poll(async () => (await preview(page)).made).toBe(true);
      const { frames } = await preview(page);
      await expect.poll(async () => (await preview(page)).frames).toBeGreaterThan(frames + 2);
      await expect(page.getByRole('radio', { name: background })).toBeChecked();
    }
    await page.getByRole('radio', { name: 'Aucun' }).check();
    await expect.poll(async () => (await preview(page)).made).toBe(false);

    await page.getByLabel('Réduction du bruit').selectOption('Renforcée');
    await expect(page.getByText('Pour un clavier, un ventilateur ou la rue.')).toBeVisible();
    // The fake microphone beeps for a moment of each second, so it is looked for at every frame.
    await page.waitForFunction(() => document.querySelector('[aria-label="Niveau du micro"] .bg-settled'));

    await page.getByRole('button', { name: 'Tester ma connexion' }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.getByRole('button', { name: 'Couper le micro' }).click();
    await expect(page.getByText('Vous entrerez avec le micro coupé.')).toBeVisible();
    await page.getByRole('button', { name: 'Écouter un son' }).click();
    await expect(page.getByText(/Vous n’avez rien entendu/)).toBeVisible();
    await expect(page.getByText(/^Connexion (bonne|moyenne|faible)$/)).toBeVisible();
    await page.getByRole('button', { name: 'Copier le rapport' }).click();
    await expect(page.getByText('Rapport copié.')).toBeVisible();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toMatch(/Verdict\s: Connexion/);
    expect(report).toMatch(/Aller-retour\s: \d+ ms/);
    expect(report).toMatch(/Transport\s: UDP/);
    await expectNoAxeViolations(page);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.getByLabel('Réduction du bruit')).toHaveValue('strong');
    await expect(page.getByRole('button', { name: 'Activer le micro' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  } finally {
    await visitor.close();
  }
});

/** Half a minute of nothing, as a WAV file: 16 bit, one channel, 48 kHz. */
function silence(): Buffer {
  const bytes = 48_000 * 2 * 30;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(48_000, 24);
  wav.writeUInt32LE(96_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

test(
  'a question of the browser is explained before it comes, a refusal after, and a silent microphone is told',
  inSoak,
  async ({ server, launchOptions, contextOptions }) => {
    const folder = mkdtempSync(join(tmpdir(), 'loge-silence-'));
    writeFileSync(join(folder, 'silence.wav'), silence());
    const person = newPerson();
    await register(server, person);
    const args = (launchOptions.args ?? []).filter((flag) => flag !== '--use-fake-ui-for-media-stream');
    const launch = {
      ...launchOptions,
      args: [...args, `--use-file-for-fake-audio-capture=${join(folder, 'silence.wav')}`],
    };
    const visitor = await visit(launch, { ...contextOptions, locale: 'fr-FR' }, server, person);
    try {
      const { page } = visitor;
      await page.goto('/conference/setup');
      await expect(page.getByText(/Votre navigateur va vous demander/)).toBeVisible();
      await expect(page.getByText('À autoriser d’abord').first()).toBeAttached();
      await page.context().grantPermissions(['geolocation']); // and nothing else: camera and microphone are refused
      await page.getByRole('button', { name: 'Autoriser la caméra et le micro' }).click();
      await expect(page.getByText(/n’a pas le droit d’utiliser la caméra\./)).toBeVisible();
      await expect(page.getByText(/n’a pas le droit d’utiliser le micro\./)).toContainText(
        'l’icône des réglages à gauche de l’adresse',
      );
      await expectNoAxeViolations(page);
      await page.context().grantPermissions(['camera', 'microphone']);
      await expect(page.locator(PREVIEW)).toBeVisible();
      await expect(page.getByText(/Aucun son ne vient de ce micro/)).toBeVisible();
    } finally {
      await visitor.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
