/**
 * The rooms of the product in their order: each may import those that stand before it, and no
 * other. The check of the arrows reads it (tools/arrows); that the folders are these is tested
 * there.
 */
export const ROOMS = [
  'shared',
  'mail',
  'command',
  'accounts',
  'books',
  'availability',
  'attachments',
  'booking',
  'guardians',
  'payments',
  'conference',
] as const;

/** Each may import all of the rooms above, and none of its own kind. */
export const LEAVES = [
  'administration',
  'announcements',
  'calendars',
  'catalogue',
  'channels',
  'commerce',
  'content',
  'deletion',
  'discovery',
  'income',
  'insight',
  'messages',
  'moderation',
  'stream',
  'streamers',
  'support',
  'system',
] as const;
