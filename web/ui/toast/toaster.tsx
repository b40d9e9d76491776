import * as RadixToast from 'radix-ui/toast';
import {
  currentToasts,
  dismissToast,
  subscribeToToasts,
  TOAST_DURATION,
  type Toast,
  toast,
} from '#web/lib/toast.ts';
import '#web/ui/toast/toast.css';
import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';

/** A toast follows the finger and leaves once it has gone this many pixels to the right. */
const SWIPE_THRESHOLD = 50;

/**
 * An Escape inside a window closes the toast above it; the next one closes the window. Elsewhere
 * Radix does the same.
 */
function closeInsideWindow(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const shown = currentToasts().find(({ open }) => open);
  if (!shown || !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  event.stopPropagation();
  dismissToast(shown.id);
}

interface ToasterProps {
  /** F8 was pressed before the region was there. */
  focused: boolean;
}

/**
 * The region where toasts appear; mounted once, at the root. F8 brings the focus to it, Escape or a
 * swipe to the right dismisses, and the clock stops while the pointer or the focus is on it or the
 * window is in the background (Radix Toast).
 */
export function Toaster({ focused }: ToasterProps) {
  const { toasts, dismiss } = useToast();
  const region = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (focused) region.current?.focus();
  }, [focused]);
  useEffect(() => {
    window.addEventListener('keydown', closeInsideWindow, { capture: true });
    return () => window.removeEventListener('keydown', closeInsideWindow, { capture: true });
  }, []);
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
      <RadixToast.Viewport
        ref={region}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="toast-region"
      />
    </RadixToast.Provider>
  );
}

interface ToastCardProps {
  toast: Toast;
  onDismiss: () => void;
}

/** One toast as it looks: optional title, description and action, and always a cross. */
function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const { title, description, action, variant, duration, countdown, open } = toast;
  const destructive = variant === 'destructive';
  return (
    <RadixToast.Root
      open={open}
      duration={duration}
      type={destructive ? 'foreground' : 'background'}
      onOpenChange={(next) => {
        if (!next) onDismiss();
      }}
      data-variant={variant}
      className={classNames('toast', destructive && 'toast-destructive')}
    >
      {destructive && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-live" />}
      <div className="grid min-w-0 flex-1 gap-1 py-0.5">
        {title && <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>}
        {description && (
          <RadixToast.Description className="text-small text-soft">{description}</RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action
            altText={action.altText ?? action.label}
            onClick={action.onSelect}
            className={buttonClass('outline', 'sm', 'mt-2 justify-self-start')}
          >
            {action.label}
          </RadixToast.Action>
        )}
        {countdown && (
          <span
            aria-hidden="true"
            className="toast-countdown"
            style={{ animationDuration: `${duration}ms` }}
          />
        )}
      </div>
      <RadixToast.Close aria-label="Fermer" className={buttonClass('quiet', 'icon', '-my-2 -mr-2')}>
        <X aria-hidden="true" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** The page's toasts as they are now, with how to show and to dismiss one. */
export function useToast() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, currentToasts);
  return { toasts, toast, dismiss: dismissToast };
}
