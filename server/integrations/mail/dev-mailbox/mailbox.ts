import type pg from 'pg';

/** A mail as the mailbox shows it. Its texts are null once it was sent over SMTP. */
export interface KeptMail {
  id: string;
  kind: string;
  from_address: string;
  to_address: string;
  subject: string;
  text_body: string | null;
  html_body: string | null;
  calendar_method: 'REQUEST' | 'CANCEL' | null;
  calendar_body: string | null;
  state: 'pending' | 'sent' | 'failed' | 'kept';
  last_error: string | null;
  created_at: Date;
}

const COLUMNS = `id, kind, from_address, to_address, subject, text_body, html_body, calendar_method,
  calendar_body, state, last_error, created_at`;
/** More than anybody reads while developing. */
const SHOWN = 100;

/** @param recipient part of an address, any case; empty for every mail. Newest first. */
export async function searchMail(pool: pg.Pool, recipient: string): Promise<KeptMail[]> {
  const { rows } = await pool.query<KeptMail>(
    `select ${COLUMNS} from mail.messages where position(lower($1) in lower(to_address)) > 0
     order by created_at desc, id limit ${SHOWN}`,
    [recipient],
  );
  return rows;
}

/** @param recipient a whole address, any case. Newest first. */
export async function mailTo(pool: pg.Pool, recipient: string): Promise<KeptMail[]> {
  const found = await searchMail(pool, recipient);
  return found.filter((mail) => mail.to_address.toLowerCase() === recipient.toLowerCase());
}

/** @returns null for an id that is none, or unknown */
export async function readMail(pool: pg.Pool, id: string): Promise<KeptMail | null> {
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return null;
  const { rows } = await pool.query<KeptMail>(`select ${COLUMNS} from mail.messages where id = $1`, [id]);
  return rows[0] ?? null;
}
