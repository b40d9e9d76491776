import { type Instant, MILLIS_PER_DAY, MILLIS_PER_HOUR } from '#product/shared/time/instant.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';

/** The checks of integrity, each with the sentence for a finding. */
export const INTEGRITY_CHECKS = {
  ledger: 'Écritures du grand livre qui ne s’équilibrent pas',
  balances: 'Soldes de paiements qui ne suivent pas le grand livre',
  payments: 'Paiements qui ne sont pas ce que dit le grand livre',
  bookings: 'Sessions sans leur paiement, ou dont on garde trop',
  provider: 'Paiements que le prestataire voit autrement',
  unanswered: 'Paiements dont le prestataire n’a rien répondu',
  documents: 'Documents hors de leur chaîne',
  lost_files: 'Fichiers qui ont perdu leurs octets',
  stray_files: 'Octets qui ne sont à aucun fichier',
} as const;
export type IntegrityCheck = keyof typeof INTEGRITY_CHECKS;

/**
 * Whether the check of a night is due: once between 3 and 6 in Paris, when the fewest sessions are
 * held, or at any hour when none was made for a day and a half.
 * @param last when the last one was asked for
 */
export function isNightlyCheckDue(last: Instant | null, now: Instant): boolean {
  if (last === null) return true;
  const age = now - last;
  const hour = Math.floor((wallTimeAt('Europe/Paris', now) % MILLIS_PER_DAY) / MILLIS_PER_HOUR);
  return age >= 36 * MILLIS_PER_HOUR || (age >= 20 * MILLIS_PER_HOUR && hour >= 3 && hour < 6);
}
