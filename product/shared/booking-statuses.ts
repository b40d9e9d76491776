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
