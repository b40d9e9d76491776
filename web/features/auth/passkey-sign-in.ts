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

/** A browser waits for one answer at a time. */
function stopOffering(): void {
  offering?.abort();
  offering = null;
}

/**
 * Lets the browser offer the person's passkeys among what it fills into the field (conditional mediation). It goes on until one is
 * chosen, or the page asks for one outright; a browser that has none simply never answers.
 */
export async function offerPasskeys(store: AuthStore): Promise<void> {
  if (offering !== null || !remembersPasskey() || !knowsPasskeys()) return;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  offering = new AbortController();
  const { signal } = offering;
  const { supabase } = await store.client();
  const { data, error } = await supabase.auth.signInWithPasskey({
    options: { mediation: 'conditional', signal },
  });
  if (error) {
    // Aborted, or nothing chosen in five minutes: the form is there as before.
    console.info('Clé d’accès non choisie', error.message);
    return;
  }
  if (data?.session) await store.become(data.session, 'signed-in');
}
