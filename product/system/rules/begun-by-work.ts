/**
 * The tasks that begin within a second of having something to do, and wait for their interval only
 * when they have nothing: `private.tasks_with_work`.
 */
export const BEGUN_BY_WORK: readonly string[] = [
  'mail/deliver',
  'payments/carry-out-orders',
  'payments/send-payouts',
  'booking/carry-out-deadlines',
  'conference/end-lapsed-extensions',
  'discovery/refresh-free-times',
  'statistics/add-up',
  'analytics/add-up',
  'calendars/import',
  'documents/make',
  'catalogue/finish-merges',
  'announcements/send',
  'sandbox/pass-time',
];
