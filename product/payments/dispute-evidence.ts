import type pg from 'pg';
import { z } from 'zod';
import type { PolicySnapshot } from '#product/booking/rules/policies.ts';
import { french, frenchDateTime } from '#product/mail/french.ts';
import { type Cents, cents, shareOf } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import type { DisputeEvidence } from '#server/integrations/payments/provider.ts';

/** Evidence as it is kept beside its dispute. */
export const keptEvidence = z.object({
  customerName: z.string(),
  customerEmail: z.string(),
  service: z.string(),
  servedOn: z.string(),
  terms: z.string(),
  account: z.string(),
}) satisfies z.ZodType<DisputeEvidence>;

/**
 * The terms that the viewer agreed to before they paid: the policy that the booking was frozen
 * with.
 */
function termsOf({ tiers }: PolicySnapshot, price: Cents): string {
  const said = tiers.map(({ untilHoursBefore, refund }) => {
    const amount = refund === 0 ? 'rien' : `${formatEuros(shareOf(price, refund))} remboursés`;
    return untilHoursBefore === null
      ? `ensuite ${amount}`
      : `${amount} jusqu’à ${untilHoursBefore} h avant la session`;
  });
  return french(`Conditions d’annulation acceptées avant de payer : ${said.join(', ')}.`);
}

const SIDES = { viewer: 'Le client', streamer: 'Le prestataire' } as const;

/**
 * Collects Loge's evidence about a booking for the bank of its payer: the service, its terms, and
 * the attendance.
 */
export async function evidenceOf(db: pg.ClientBase, bookingId: string): Promise<DisputeEvidence> {
  const { rows } = await db.query(
    `select b.session_id, b.viewer_id, b.title, b.start_at, b.duration_minutes, b.price_cents, b.policy, s.display_name, u.email,
       nullif(concat_ws(' ', v.first_name, v.last_name), '') as viewer_name
     from public.bookings b left join public.streamers s on s.id = b.streamer_id
     left join public.profiles v on v.id = b.viewer_id left join auth.users u on u.id = b.viewer_id where b.id = $1`,
    [bookingId],
  );
  const [booking] = rows;
  if (!booking) throw new Error(`booking ${bookingId} is gone`);
  const { rows: attendances } = await db.query(
    `select side, joined_at, coalesce(left_at, last_seen_at) as until_at from public.attendances
     where session_id = $1 and side in ('viewer', 'streamer') and (side = 'streamer' or person_id = $2) order by joined_at, id`,
    [booking.session_id, booking.viewer_id],
  );
  const seen = attendances.map(
    ({ side, joined_at, until_at }) =>
      `${side === 'streamer' ? SIDES.streamer : SIDES.viewer} a été présent du ${frenchDateTime(joined_at)} au ${frenchDateTime(until_at)}.`,
  );
  const { title, start_at, duration_minutes, price_cents, display_name, policy, email, viewer_name } =
    booking;
  return {
    customerName: viewer_name ?? 'Compte supprimé',
    customerEmail: email ?? '',
    service: `${title}, session vidéo en direct de ${formatDuration(duration_minutes)} avec ${display_name ?? 'un streamer'}.`,
    servedOn: frenchDateTime(start_at),
    terms: termsOf(policy, cents(price_cents)),
    account: seen.length === 0 ? 'Aucune présence enregistrée.' : seen.join(' '),
  };
}
