import { readFile as contract } from '#contracts/accounting.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';

/** The text of a file as it was made, with the SHA-256 of its bytes. */
export const readFile = defineCommand({
  contract,
  access: team('finance'),
  async run({ db, input: { fileId } }) {
    const { rows } = await db.query(
      `select f.name, convert_from(f.body, 'UTF8') as body, encode(f.digest, 'hex') as digest from public.accounting_files f where f.id = $1`,
      [fileId],
    );
    const [file] = rows;
    if (!file) throw new AppError('not_found');
    return { name: file.name, body: file.body ?? '', digest: file.digest ?? '' };
  },
});
