/**
 * A process that plays ordinary visitors: `node visitors-process.ts <origin> <publishable key> <how many>`. It prints `READY` once all of them
 * have an account, then a line `{what, milliseconds, failure}` for each request that a visitor waited for, until it is ended or its standard
 * input ends. The visitors have their own process, so that the work of other code does not lengthen the times that they measure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

const [origin = '', key = '', count = '1'] = process.argv.slice(2);
const password = 'un mot de passe assez long';
process.stdin.resume().once('end', () => process.exit(1));

/** One request that a visitor waited for. */
export interface Wait {
  what: string;
  milliseconds: number;
  /** What went wrong; null when nothing did. */
  failure: string | null;
}

/** Waits for one request, prints its time, and pauses about a second before the next. */
async function time(what: string, work: () => Promise<string | null>): Promise<void> {
  const began = performance.now();
  const failure = await work().catch((error: Error) => error.message);
  const wait: Wait = { what, milliseconds: performance.now() - began, failure };
  process.stdout.write(`${JSON.stringify(wait)}\n`);
  await sleep(500 + Math.random() * 1_000);
}

async function signUp(at: number): Promise<{ client: SupabaseClient; email: string }> {
  const { fetch: send } = globalThis;
  const from: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', `203.0.113.${at}`);
    return send(input, { ...init, headers });
  };
  const client: SupabaseClient = createClient(origin, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: `visitor-${at}` },
    global: { fetch: from },
  });
  const email = `visiteuse-${at}@exemple.fr`;
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  return { client, email };
}

/** Somebody who signs in, looks around, reads an offer's starts and follows what happens. */
async function visit({ client, email }: { client: SupabaseClient; email: string }, offerId: string) {
  const command = async (name: string, body: object) => {
    const { error } = await client.functions.invoke(name, { body });
    return error === null ? null : `${error.name} ${(error.context as Response).status}`;
  };
  const read = async (query: PromiseLike<{ status: number; error: { message: string } | null }>) => {
    const { status, error } = await query;
    return error === null ? null : `${status} ${error.message}`;
  };
  async function follow(): Promise<string | null> {
    const channel = client
      .channel('notifications')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'notifications' }, () => undefined);
    const failure = await new Promise<string | null>((resolve) => {
      channel.subscribe((status, error) =>
        resolve(status === 'SUBSCRIBED' ? null : `${status} ${error?.message ?? ''}`),
      );
    });
    await client.removeChannel(channel);
    return failure;
  }
  const signIn = async () =>
    (await client.auth.signInWithPassword({ email, password })).error?.message ?? null;
  for (;;) {
    await time('sign in', signIn);
    // Signing in takes longest. If it were one request in twenty, the p95 would sometimes be its time and sometimes that of another request.
    for (let round = 0; round < 6; round += 1) {
      await time('home', () => command('discovery/get-home', {}));
      await time('browse', () => command('discovery/browse-streamers', { page: 1 + (round % 2) }));
      const day = Date.now() + (round % 3) * 86_400_000;
      const stretch = {
        from: new Date(day).toISOString(),
        until: new Date(day + 7 * 86_400_000).toISOString(),
      };
      await time('slots', () => command('availability/list-slots', { offerId, ...stretch }));
      await time('rest', () =>
        read(client.from('streamers').select('id,display_name,offers(id,title)').limit(20)),
      );
      await time('realtime', follow);
    }
  }
}

const visitors = await Promise.all(Array.from({ length: Number(count) }, (_, at) => signUp(at + 1)));
const [first] = visitors;
if (first === undefined) throw new Error('There is nobody to visit.');
const { data: offers, error } = await first.client.from('offers').select('id').limit(20);
if (error) throw error;
process.stdout.write('READY\n');
await Promise.all(visitors.map((visitor, at) => visit(visitor, String(offers[at % offers.length]?.id))));
