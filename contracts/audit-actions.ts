/** Every action that the audit log may hold, by the name of its command or task: what is not here cannot be written. */
const AUDIT_ACTIONS = [
  'accounting/close-month',
  'accounts/cancel-deletion',
  'accounts/purge-deleted',
  'accounts/request-deletion',
  'administration/cancel-booking',
  'administration/change-role',
  'administration/change-settings',
  'administration/decide-admin-request',
  'administration/overrule-settlement',
  'administration/refund-payment',
  'administration/replay-mail',
  'administration/restore-person',
  'administration/set-streamer-standing',
  'administration/set-team-roles',
  'administration/sign-out-everywhere',
  'administration/suspend-person',
  'conference/enter-room',
  'conference/moderate-room',
  'content/publish-text',
  'documents/inspect-fiscal-identity',
  'moderation/decide-appeal',
  'moderation/decide-case',
  'moderation/open-conversation',
  'server/make-admin',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
