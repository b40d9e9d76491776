import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { FILE_NAME_MAX, FILES_MAX, type FileSent } from '#product/attachments/rules/attachments.ts';

/** A file that came with a mail. */
export interface InboundFile {
  name: string;
  body: Buffer;
}

/**
 * Where files are put and checked as those of the page are: what they are by their content, how
 * large, and what pictures tell of a place.
 */
export interface FileStore {
  store: (
    bucket: string,
    name: string,
    sent: { type: string; body: Buffer; owner: string },
  ) => Promise<'stored' | 'refused'>;
  /** Whether a virus scanner looks at them before others see them. */
  scansFiles: boolean;
}

/**
 * A name as the page takes it; mail programs send any. Cut between characters: half a surrogate
 * pair is no text that Postgres stores as JSON.
 */
const nameOf = (name: string): string =>
  [...name.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, FILE_NAME_MAX).join('').toWellFormed().trim() ||
  'piece-jointe';

/**
 * The same id for the same file of the same mail, so that a mail that is brought again finds what
 * it stored before.
 */
function idOf(mail: Buffer, index: number): string {
  const hex = createHash('sha256').update(mail).update(`file ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Puts the files of a mail where its person's uploads are. What nobody sends along with a message
 * is deleted after a day, as theirs are.
 * @param mail the mail's hash
 * @returns those that may go along with the message, and the names of those that are refused
 */
export async function storeReplyFiles(
  { store }: FileStore,
  { ownerId, mail, files }: { ownerId: string; mail: Buffer; files: readonly InboundFile[] },
): Promise<{ sent: FileSent[]; refused: string[] }> {
  const [sent, refused]: [FileSent[], string[]] = [[], []];
  for (const [index, file] of files.entries()) {
    const name = nameOf(file.name);
    const id = idOf(mail, index);
    const type = (await fileTypeFromBuffer(file.body))?.mime ?? 'application/octet-stream';
    const outcome =
      sent.length < FILES_MAX
        ? await store('attachments', `${ownerId}/${id}`, { type, body: file.body, owner: ownerId })
        : 'refused';
    if (outcome === 'stored') sent.push({ id, name });
    else refused.push(name);
  }
  return { sent, refused };
}
