/**
 * The toasts that are on the page, as a store without a screen: `toast()` may be called from
 * anywhere, a query's error handler included. The figures are the product's: one toast at a time,
 * 5,000 ms, removed 1,000,000 ms after it was dismissed.
 */

/** How many toasts show at once; a new one takes the place of the old. */
export const TOAST_LIMIT = 1;
/** How long a toast stays, in milliseconds, unless it says otherwise. */
export const TOAST_DURATION = 5_000;
/** How long a dismissed toast stays in the store, closed, in milliseconds. */
export const TOAST_REMOVE_DELAY = 1_000_000;

interface ToastAction {
  label: string;
  /** How to do the same without the toast, for screen readers; the label when left out. */
  altText?: string;
  onSelect: () => void;
}

export interface ToastContent {
  title?: string;
  description?: string;
  action?: ToastAction;
  variant?: 'default' | 'destructive';
  /** Milliseconds; `Infinity` keeps it until it is dismissed. */
  duration?: number;
  /** Shows how much of its time is left. */
  countdown?: boolean;
}

export interface Toast extends ToastContent {
  id: string;
  variant: 'default' | 'destructive';
  duration: number;
  open: boolean;
}

interface ToastHandle {
  id: string;
  update: (content: ToastContent) => void;
  dismiss: () => void;
}

export interface ToastStore {
  /** Shows a toast in place of the one that is there. */
  toast: (content: ToastContent) => ToastHandle;
  /**
   * Closes one toast, or all of them; each is removed from the store `TOAST_REMOVE_DELAY` later.
   */
  dismiss: (id?: string) => void;
  /** The toasts, newest first. The same array until something changes. */
  toasts: () => readonly Toast[];
  /** Calls back after each change; returns how to stop. */
  subscribe: (listener: () => void) => () => void;
}

/** @param later runs some work after so many milliseconds; `setTimeout` on the page */
export function createToastStore(later: (work: () => void, milliseconds: number) => void): ToastStore {
  let toasts: readonly Toast[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const removing = new Set<string>();

  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  const remove = (id: string) => {
    removing.delete(id);
    if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
  };
  const dismiss = (id?: string) => {
    const closing = toasts.filter((toast) => id === undefined || toast.id === id);
    for (const toast of closing) {
      if (removing.has(toast.id)) continue;
      removing.add(toast.id);
      later(() => remove(toast.id), TOAST_REMOVE_DELAY);
    }
    if (closing.some((toast) => toast.open)) {
      set(toasts.map((toast) => (closing.includes(toast) ? { ...toast, open: false } : toast)));
    }
  };

  return {
    toast(content) {
      count += 1;
      const id = String(count);
      const shown: Toast = { variant: 'default', duration: TOAST_DURATION, ...content, id, open: true };
      set([shown, ...toasts].slice(0, TOAST_LIMIT));
      return {
        id,
        update: (changes) => set(toasts.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast))),
        dismiss: () => dismiss(id),
      };
    },
    dismiss,
    toasts: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const store = createToastStore((work, milliseconds) => {
  setTimeout(work, milliseconds);
});

/** The page's own toasts. */
export const { toast, dismiss: dismissToast, toasts: currentToasts, subscribe: subscribeToToasts } = store;
