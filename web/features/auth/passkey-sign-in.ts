import { rememberPasskey, remembersPasskey } from '#web/entities/factor/queries.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/**
 * Signs in with a passkey: the browser asks for it.
 * @throws AuthError, also when the person closes the browser's window
 */
export async function signInWithPasskey(store: AuthStore): Promise<void> {
  stopOffering();
  const { supabase } = await store.client();
  const { data, error } = await supabase.auth.signInWithPasskey();
  if (error) throw error;
  rememberPasskey();
  if (data?.session) await store.become(data.session, 'signed-in');
}

let offering: AbortController | null = null;

/**
 * A browser waits for one answer at a time: while it offers passkeys, nothing else may ask for a
 * key.
 */
export function stopOffering(): void {
  offering?.abort();
  offering = null;
}

/**
 * The server takes an answer for five minutes; the offer is made again before that. Milliseconds.
 */
const RENEW = 4 * 60_000;

/**
 * Lets the browser offer the person's passkeys among what it fills into the field (conditional
 * mediation). It goes on until one is chosen, or the page asks for one outright; a browser that has
 * none simply never answers.
 * @param onRefused is told when the one that was chosen is not taken
 */
export async function offerPasskeys(store: AuthStore, onRefused: (error: unknown) => void): Promise<void> {
  if (offering !== null || !remembersPasskey() || !knowsPasskeys()) return;
  const mine = new AbortController();
  offering = mine;
  const isMine = () => offering === mine;
  const renewing = setTimeout(() => {
    if (!isMine()) return;
    stopOffering();
    void offerPasskeys(store, onRefused);
  }, RENEW);
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { supabase } = await store.client();
    if (!isMine()) return;
    const { data, error } = await supabase.auth.signInWithPasskey({
      options: { mediation: 'conditional', signal: mine.signal },
    });
    if (error) throw error;
    if (data?.session) await store.become(data.session, 'signed-in');
  } catch (error) {
    // Called off, nothing chosen, or no answer of ours: the form is there as before.
    if (isMine() && isRefusedKey(error)) onRefused(error);
    else console.info('Clé d’accès non choisie', error);
  } finally {
    clearTimeout(renewing);
    if (isMine()) offering = null;
  }
}

/** The auth service's refusal of the answer that a key gave. */
const isRefusedKey = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  String(error.code).startsWith('webauthn_');
