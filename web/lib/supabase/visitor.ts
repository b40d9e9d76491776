import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#database/generated/types.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';

/** The part of the client that reads tables and runs commands. */
export type LogeReader = Pick<LogeSupabase, 'from' | 'functions'>;

/**
 * The two parts of the official client by themselves, asking as nobody, with the headers that the
 * whole client sends for nobody.
 */
export function createReader(): LogeReader {
  const { supabaseUrl, publishableKey: apikey } = readPageConfig();
  const rest = new PostgrestClient<Database>(new URL('rest/v1', supabaseUrl).href, {
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    retry: false,
  });
  return {
    from: rest.from.bind(rest),
    functions: new FunctionsClient(new URL('functions/v1', supabaseUrl).href, { headers: { apikey } }),
  };
}
