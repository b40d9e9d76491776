import type pg from 'pg';
import { type Message, renderMessage, STORED_COLUMNS, type StoredMail } from '../render-message.ts';

export const testIdentity = {
  from: 'Loge <bonjour@loge.test>',
  siteUrl: () => 'http://loge.test',
  replies: null,
};

/** A mail of the outbox as it would leave. */
export interface WrittenMail extends Message {
  kind: string;
  related: Record<string, string>;
}

/**
 * The mails that are not sent yet, oldest first.
 * @param where a condition on `mail.messages`
 * @throws Error when one cannot be rendered
 */
export async function readMails(
  pool: pg.Pool,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<WrittenMail[]> {
  const { rows } = await pool.query<StoredMail & Pick<WrittenMail, 'related'>>(
    `select ${STORED_COLUMNS}, related from mail.messages where state <> 'sent' and (${where}) order by created_at, id`,
    [...values],
  );
  return rows.map((row) => {
    const message = renderMessage(row, testIdentity);
    if (message instanceof Error) throw message;
    return { ...message, kind: row.kind, related: row.related };
  });
}

/** From now on no mail can be written to the address, until the returned function is called: the transaction that tries fails. */
export async function refuseMailTo(pool: pg.Pool, address: string): Promise<() => Promise<void>> {
  await pool.query(`create or replace function mail.refuse() returns trigger language plpgsql as $$
    begin raise exception 'no mail for %', new.to_address; end $$`);
  await pool.query(
    `create trigger refuse before insert on mail.messages for each row
     when (new.to_address = '${address.replaceAll("'", "''")}') execute function mail.refuse()`,
  );
  return async () => {
    await pool.query('drop trigger refuse on mail.messages');
  };
}
