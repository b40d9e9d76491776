import type { ClosedReason } from '#domain/availability/check-availability.ts';
import type { BookingRules } from '#domain/availability/rules.ts';
import { noticeText } from '#web/features/availability/rule-options.ts';
import { plural } from '#web/lib/format.ts';

/** Why a start is closed, to the streamer whose rules close it: with the figure of the rule, so that they know which one to change. */
export function closedReasonText(reason: ClosedReason, rules: BookingRules): string {
  switch (reason) {
    case 'past':
      return 'C’est déjà passé.';
    case 'too_soon':
      return `Trop proche : vous demandez ${noticeText(rules.noticeMinutes)} de délai, un peu plus pour les offres sur demande.`;
    case 'too_far':
      return `Trop loin : on vous réserve ${plural(rules.horizonDays, 'jour', 'jours')} à l’avance.`;
    case 'outside_hours':
      return 'Hors de vos heures, ou trop court avant leur fin.';
    case 'not_on_step':
      return 'Pas un de vos débuts possibles.';
    case 'full':
      return 'Complet.';
    case 'taken':
      return 'Déjà réservé, ou retenu par quelqu’un qui paie.';
    case 'busy':
      return 'Occupé dans un de vos agendas reliés.';
    case 'buffer':
      return 'Trop près d’une autre session : il manquerait votre pause.';
    case 'daily_cap':
      return `Vous avez déjà ${plural(rules.maxPerDay ?? 0, 'session', 'sessions')} ce jour-là, votre maximum.`;
    case 'weekly_cap':
      return `Vous avez déjà ${plural(rules.maxPerWeek ?? 0, 'session', 'sessions')} cette semaine-là, votre maximum.`;
  }
}
