import { useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, subscribeToToasts, toast } from '#web/lib/toast.ts';

/** The page's toasts as they are now, with how to show and to dismiss one. */
export function useToast() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  return { toasts, toast, dismiss: dismissToast };
}
