import type { Factor } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { loadClient } from '#web/lib/supabase/load.ts';

/** The root under which what protects an account is cached. */
export const factorKey = (userId: string) => ['factor', userId] as const;

/** The person's verified factors, oldest first; recovery codes are one of them. */
export const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...factorKey(userId), 'factors'],
    queryFn: async (): Promise<Factor[]> => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.auth.mfa.listFactors();
      if (error) throw error;
      return data.all.filter(({ status }) => status === 'verified');
    },
  });

/** How many recovery codes are left; null for somebody who has none. */
export const recoveryCodesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...factorKey(userId), 'recovery-codes'],
    queryFn: async (): Promise<number | null> => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.auth.mfa.recoveryCodes.getStatus();
      if (error?.code === 'mfa_factor_not_found') return null;
      if (error) throw error;
      return data.remaining;
    },
  });

/** The person's passkeys, oldest first. */
export const passkeysQuery = (userId: string) =>
  queryOptions({
    queryKey: [...factorKey(userId), 'passkeys'],
    queryFn: async () => {
      const { supabase } = await loadClient();
      const { data, error } = await supabase.auth.passkey.list();
      if (error) throw error;
      return data;
    },
  });

/**
 * Sends a code to the telephone of a factor.
 * @returns the challenge that it answers
 * @throws AuthError
 */
export async function sendPhoneCode(factorId: string): Promise<string> {
  const { supabase } = await loadClient();
  const { data, error } = await supabase.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (error) throw error;
  return data.id;
}

/** Proves a second factor: the session is at aal2 from then on. @throws AuthError */
export async function proveFactor(factorId: string, code: string): Promise<void> {
  const { supabase } = await loadClient();
  const { error } = await supabase.auth.mfa.challengeAndVerify({
    factorId,
    code: code.replaceAll(/\s/g, ''),
  });
  if (error) throw error;
}

/** Set where a passkey was made or used, so that only such a browser offers one unasked. */
const PASSKEY_MARK = 'loge-passkey';
export const rememberPasskey = (): void => localStorage.setItem(PASSKEY_MARK, '1');
export const remembersPasskey = (): boolean => localStorage.getItem(PASSKEY_MARK) !== null;
