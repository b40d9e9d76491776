import { FULLY_DELIVERED_PERCENT } from '#domain/booking/settlement.ts';
import { cents, fraction, minus } from '#domain/money/cents.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';

interface Ended {
  /** Of one place, in cents. */
  priceCents: number;
  durationMinutes: number;
  /** Milliseconds of the session that have passed; what is given cannot be more. */
  passed: number;
  group: boolean;
}

const MINUTE = 60_000;

/** What it means to end a session now, in time and euros, as the settlement will see it when the streamer was there all along. */
export function costOfEnding({ priceCents, durationMinutes, passed, group }: Ended): string {
  const given = Math.max(0, Math.min(durationMinutes, Math.floor(passed / MINUTE)));
  const left = formatDuration(durationMinutes - given);
  if (given === 0) return 'La session n’a pas commencé : rien n’a encore été donné.';
  if (priceCents === 0) return `Il reste ${left}. La session est gratuite : rien n’est à rendre.`;
  if (given * 100 >= durationMinutes * FULLY_DELIVERED_PERCENT)
    return `Il reste ${left}. Au moins ${String(FULLY_DELIVERED_PERCENT)} % du temps a été donné : la session reste payée en entier.`;
  const price = cents(priceCents);
  const refund = minus(price, fraction(price, given, durationMinutes));
  return `Il reste ${left}. Le temps qui n’aura pas été donné est rendu : ${formatMoney(refund)} sur ${formatMoney(priceCents)}${group ? ' à chaque viewer' : ''} si vous ne rouvrez pas.`;
}
