import * as RadixToast from 'radix-ui/toast';
import { TOAST_DURATION } from '#web/lib/toast.ts';
import { ToastCard } from '#web/ui/toast/toast.tsx';
import { useToast } from '#web/ui/toast/use-toast.ts';
import '#web/ui/toast/toast.css';

/** A toast follows the finger and leaves once it has gone this many pixels to the right. */
const SWIPE_THRESHOLD = 50;

/**
 * The region where toasts appear; mounted once, at the root. F8 brings the focus to it, Escape or a swipe to the right dismisses, and
 * the clock stops while the pointer or the focus is on it or the window is in the background (Radix Toast).
 */
export function Toaster() {
  const { toasts, dismiss } = useToast();
  return (
    <RadixToast.Provider
      duration={TOAST_DURATION}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
      label="Notification"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
      <RadixToast.Viewport hotkey={['F8']} label="Notifications ({hotkey})" className="toast-region" />
    </RadixToast.Provider>
  );
}
