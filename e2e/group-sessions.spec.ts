import { formatMoney, formatPrice } from '#web/lib/format.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import { arriveInDemo, asService } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { expect, test } from './harness/test.ts';

/** The group sessions of the demonstration. */
test.use({ serverEnv: { DEMO_DATA: 'true' } });

const DAY = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString();

interface Seat {
  id: string;
  session_id: string;
  streamer_email: string;
  status: string;
  seats: number;
  price_cents: number;
}

/**
 * The places of the group sessions that the sample streamer, or the others, are to give: session by
 * session. Nothing moves with a streamer who is suspended.
 */
async function groupsToCome(server: LogeServer, sample: 'eq' | 'neq'): Promise<Seat[][]> {
  const seats = (await asService(
    server,
    `/rest/v1/admin_sessions?select=id,session_id,streamer_email,status,seats,price_cents&streamer_email=${sample}.streamer@loge.test&status=eq.confirmed&seats=gt.1&start_at=gt.${iso(Date.now() + DAY)}&order=start_at,seat`,
  )) as Seat[];
  const suspended = (await asService(server, '/rest/v1/admin_people?select=email&state=eq.suspended')) as {
    email: string;
  }[];
  const giving = seats.filter((seat) => suspended.every(({ email }) => email !== seat.streamer_email));
  const sessions = Map.groupBy(giving, (seat) => seat.session_id);
  return Array.from(sessions.values()).filter((places) => places.length > 1);
}

test('a group session is one thing: the team proposes another start to all, and cancels it for all', async ({
  page,
  server,
}) => {
  const [moved, cancelled] = await groupsToCome(server, 'neq');
  await arriveInDemo(page, server, 'admin@loge.test');

  await page.goto(`/admin-dashboard/sessions?session=${moved![0]!.id}`);
  const whole = page.getByRole('region', { name: 'La session entière' });
  await expect(whole).toContainText(`${String(moved!.length)} sur ${String(moved![0]!.seats)} ·`);
  await whole.getByRole('button', { name: 'Déplacer toute la session' }).click();
  const move = page.getByRole('dialog', { name: 'Déplacer toute la session' });
  await move.getByRole('radiogroup').locator('label').first().click();
  await move.getByRole('button', { name: 'Proposer à tous' }).click();
  await expect(move.getByText('Indiquez un motif')).toBeVisible();
  await expectNoAxeViolations(page);
  await move.getByLabel('Motif').fill('Le streamer est en déplacement');
  await move.getByRole('button', { name: 'Proposer à tous' }).click();
  await expect(move).toBeHidden();
  // Nobody is asked twice at once.
  await expect(whole.getByRole('button', { name: 'Déplacer toute la session' })).toBeHidden();
  const asked = (await asService(
    server,
    `/rest/v1/admin_sessions?select=id&session_id=eq.${moved![0]!.session_id}&proposed_start_at=not.is.null`,
  )) as unknown[];
  expect(asked).toHaveLength(moved!.length);

  await page.goto(`/admin-dashboard/sessions?session=${cancelled![0]!.id}`);
  await whole.getByRole('button', { name: 'Annuler toute la session' }).click();
  const cancel = page.getByRole('alertdialog', { name: 'Annuler toute la session ?' });
  const total = cancelled!.reduce((sum, { price_cents: price }) => sum + price, 0);
  await expect(cancel).toContainText(`${String(cancelled!.length)} personnes`);
  await expect(cancel).toContainText(formatMoney(total));
  await cancel.getByLabel('Motif').fill('Le streamer est souffrant');
  await cancel.getByRole('button', { name: 'Annuler toute la session' }).click();
  await expect(cancel).toBeHidden();
  const states = (await asService(
    server,
    `/rest/v1/admin_sessions?select=status&id=in.(${cancelled!.map(({ id }) => id).join(',')})`,
  )) as Pick<Seat, 'status'>[];
  expect(states.map(({ status }) => status)).toEqual(cancelled!.map(() => 'cancelled_by_admin'));
});

test('a streamer reads what a group comes to, and takes out one person or cancels for all', async ({
  page,
  server,
}) => {
  const [places = []] = await groupsToCome(server, 'eq');
  const [first] = places;
  const price = places.reduce((sum, { price_cents: cents }) => sum + cents, 0);
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto(`/streamer-dashboard/bookings?booking=${first!.id}`);
  const whole = page.getByRole('region', { name: 'La session entière' });
  await expect(whole).toContainText(
    `${String(places.length)} sur ${String(first!.seats)} · ${formatPrice(price)} · `,
  );
  await expect(whole).toContainText('pour vous');
  await expect(page.getByRole('button', { name: 'Retirer de la session' })).toBeVisible();
  await whole.getByRole('button', { name: 'Annuler toute la session' }).click();
  const cancel = page.getByRole('alertdialog', { name: 'Annuler toute la session ?' });
  await expect(cancel).toContainText(`${String(places.length)} personnes récupèrent`);
  await expectNoAxeViolations(page);
  await cancel.getByRole('textbox').fill('Je suis souffrante, pardon.');
  await cancel.getByRole('button', { name: 'Annuler toute la session' }).click();
  await expect(cancel).toBeHidden();
  const states = (await asService(
    server,
    `/rest/v1/admin_sessions?select=status&id=in.(${places.map(({ id }) => id).join(',')})`,
  )) as Pick<Seat, 'status'>[];
  expect(states.map(({ status }) => status)).toEqual(places.map(() => 'cancelled_by_streamer'));
});
