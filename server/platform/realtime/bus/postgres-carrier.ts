import type pg from 'pg';
import { BUS_CHANNEL, type Carrier, type Envelope } from './carrier.ts';

/** A NOTIFY holds less than 8000 bytes; longer messages go through realtime.bus_messages. */
const LONGEST = 7_500;

/** Carries by NOTIFY; what arrives comes from the listener of the process. */
export function createPostgresCarrier(pool: pg.Pool): Carrier {
  /** Keeps a long message in a table, and tells where. */
  async function shortened({ node, seq }: Envelope, payload: string): Promise<string> {
    const { rows } = await pool.query(
      'insert into realtime.bus_messages (body) values ($1) returning id::text',
      [payload],
    );
    return JSON.stringify({ node, seq, long: rows[0]?.id ?? '' });
  }

  return {
    async send(envelopes) {
      const payloads: string[] = [];
      for (const envelope of envelopes) {
        const payload = JSON.stringify(envelope);
        payloads.push(Buffer.byteLength(payload) <= LONGEST ? payload : await shortened(envelope, payload));
      }
      await pool.query({
        name: 'realtime-bus',
        text: `select pg_notify('${BUS_CHANNEL}', payload) from unnest($1::text[]) with ordinality as n(payload, at) order by at`,
        values: [payloads],
      });
    },
    close: async () => undefined,
  };
}
