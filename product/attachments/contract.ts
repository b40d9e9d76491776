import { z } from 'zod';
import { FILE_NAME_MAX, FILES_MAX } from './rules/attachments.ts';

/**
 * A file that was uploaded as `<own id>/<id>` into bucket `attachments`, and the name that its
 * sender gives it.
 */
const fileSent = z.strictObject({
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(FILE_NAME_MAX)
    .regex(/^\P{Cc}*$/u),
});

/**
 * The files sent along with a message or with answers. A command that takes it refuses with
 * `file_not_found` what was not uploaded, or was sent before.
 */
export const filesSent = z.array(fileSent).max(FILES_MAX).default([]);
