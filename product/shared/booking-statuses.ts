/** Of a booking that blocks its time for everybody else. */
export const LIVE_STATUSES = ['held', 'requested', 'confirmed', 'in_progress'] as const;

/** Of one that never changes again. */
export const ENDED_STATUSES = [
  'completed',
  'expired',
  'declined',
  'cancelled_by_viewer',
  'cancelled_by_streamer',
  'cancelled_by_admin',
  'viewer_no_show',
  'streamer_no_show',
] as const;

/** The names of the statuses on the team's pages. */
export const STATUS_LABELS = {
  held: 'Retenue',
  requested: 'Demandée',
  confirmed: 'Confirmée',
  in_progress: 'En cours',
  completed: 'Terminée',
  expired: 'Expirée',
  declined: 'Refusée',
  cancelled_by_viewer: 'Annulée par le viewer',
  cancelled_by_streamer: 'Annulée par le streamer',
  cancelled_by_admin: 'Annulée par Loge',
  viewer_no_show: 'Viewer absent',
  streamer_no_show: 'Streamer absent',
} as const satisfies Record<(typeof LIVE_STATUSES | typeof ENDED_STATUSES)[number], string>;
