import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { sessionStorageKey } from '#web/lib/supabase/load.ts';

test.each(['http://localhost:3000', 'https://loge.example', 'https://abcdefgh.supabase.co'])(
  'The session storage key derives from the backend project, as the official client derives it: %s',
  (url) => {
    const client = createClient(url, 'sb_publishable_of_the_tests', { auth: { persistSession: false } });
    // The client keeps its key to itself in its types only.
    expect(sessionStorageKey(url)).toBe((client.auth as unknown as { storageKey: string }).storageKey);
  },
);
