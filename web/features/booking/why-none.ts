import type { ClosedReason } from '#product/availability/rules/check-availability.ts';

/** Why an offer has no free start in the time looked at, as its viewer understands it. */
export const WHY_NONE = {
  past: 'Ces jours sont passés.',
  too_soon: 'Il est trop tard pour réserver ces jours-ci : il faut s’y prendre plus tôt.',
  too_far: 'Ces dates ne sont pas encore ouvertes à la réservation.',
  outside_window: 'Ces dates ne sont pas ouvertes à la réservation.',
  absent: 'Le streamer est absent à ces dates.',
  outside_hours: 'Aucune heure n’est ouverte à ces dates.',
  not_on_step: 'Aucune heure n’est ouverte à ces dates.',
  full: 'Toutes les places sont prises.',
  taken: 'Tout est déjà réservé.',
  attending: 'Le streamer n’est pas disponible à ces dates.',
  busy: 'Le streamer n’est pas disponible à ces dates.',
  buffer: 'Tout est déjà réservé.',
  daily_cap: 'Le nombre de sessions par jour est atteint.',
  weekly_cap: 'Le nombre de sessions par semaine est atteint.',
  monthly_cap: 'Le nombre de sessions par mois est atteint.',
} as const satisfies Record<ClosedReason, string>;

/** Why the very start that was asked for is not free any more. */
export const WHY_NOT_FREE = {
  past: 'Ce créneau est passé.',
  too_soon: 'Ce créneau est trop proche : le streamer demande à être prévenu plus tôt.',
  too_far: 'Ce créneau n’est pas encore ouvert à la réservation.',
  outside_window: 'Ce créneau n’est pas ouvert à la réservation.',
  absent: 'Le streamer sera absent ce jour-là.',
  outside_hours: 'Le streamer vient de changer ses horaires.',
  not_on_step: 'Le streamer vient de changer ses horaires.',
  full: 'La dernière place vient d’être prise.',
  taken: 'Ce créneau vient d’être pris.',
  attending: 'Le streamer n’est plus disponible à cette heure.',
  busy: 'Le streamer n’est plus disponible à cette heure.',
  buffer: 'Une session voisine vient d’être prise.',
  daily_cap: 'Le streamer a atteint son nombre de sessions du jour.',
  weekly_cap: 'Le streamer a atteint son nombre de sessions de la semaine.',
  monthly_cap: 'Le streamer a atteint son nombre de sessions du mois.',
} as const satisfies Record<ClosedReason, string>;
