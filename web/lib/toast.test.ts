import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createToastStore,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  type ToastStore,
} from '#web/lib/toast.ts';

let store: ToastStore;
beforeEach(() => {
  vi.useFakeTimers();
  store = createToastStore((work, milliseconds) => {
    setTimeout(work, milliseconds);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the product’s figures', () => {
  it('are one toast, 5,000 ms and 1,000,000 ms', () => {
    expect([TOAST_LIMIT, TOAST_DURATION, TOAST_REMOVE_DELAY]).toEqual([1, 5_000, 1_000_000]);
  });
});

describe('a toast', () => {
  it('is open, default and lasts 5,000 ms unless it says otherwise', () => {
    store.toast({ title: 'Enregistré' });
    expect(store.toasts()).toEqual([
      { id: '1', title: 'Enregistré', variant: 'default', duration: 5_000, open: true },
    ]);
  });

  it('may have only a description, an action, a destructive look', () => {
    const onSelect = vi.fn();
    store.toast({ description: 'Perdu', variant: 'destructive', action: { label: 'Réessayer', onSelect } });
    expect(store.toasts()[0]).toMatchObject({ variant: 'destructive', action: { label: 'Réessayer' } });
  });

  it('takes the place of the one before: one at a time', () => {
    store.toast({ title: 'un' });
    store.toast({ title: 'deux' });
    expect(store.toasts().map(({ title }) => title)).toEqual(['deux']);
  });

  it('can be changed while it is there', () => {
    const handle = store.toast({ title: 'Envoi' });
    handle.update({ title: 'Envoyé', duration: 2_000 });
    expect(store.toasts()[0]).toMatchObject({ title: 'Envoyé', duration: 2_000, open: true });
  });
});

describe('dismissing', () => {
  it('closes the toast at once and removes it 1,000,000 ms later', () => {
    store.toast({ title: 'un' }).dismiss();
    expect(store.toasts()[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(store.toasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.toasts()).toHaveLength(0);
  });

  it('counts from the first dismissal, not from the last', () => {
    const handle = store.toast({ title: 'un' });
    handle.dismiss();
    vi.advanceTimersByTime(900_000);
    handle.dismiss();
    vi.advanceTimersByTime(100_000);
    expect(store.toasts()).toHaveLength(0);
  });

  it('closes all when no toast is named, and never the one that came after', () => {
    const first = store.toast({ title: 'un' });
    store.dismiss();
    store.toast({ title: 'deux' });
    first.dismiss();
    vi.advanceTimersByTime(1_000_000);
    expect(store.toasts()).toMatchObject([{ title: 'deux', open: true }]);
  });
});

describe('subscribers', () => {
  it('hear of each change until they stop, and of nothing that changed nothing', () => {
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    const handle = store.toast({ title: 'un' });
    handle.dismiss();
    handle.dismiss();
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    store.toast({ title: 'deux' });
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('get the same array until something changes', () => {
    store.toast({ title: 'un' });
    expect(store.toasts()).toBe(store.toasts());
  });
});
