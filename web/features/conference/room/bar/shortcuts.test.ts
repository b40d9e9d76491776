import { describe, expect, test, vi } from 'vitest';
import { actionOf, keyOf, SHORTCUTS, type ShortcutActions } from './shortcuts.ts';

const actions = (): ShortcutActions =>
  Object.fromEntries(SHORTCUTS.map(({ action }) => [action, vi.fn()])) as unknown as ShortcutActions;

describe('the keys of the room', () => {
  test('each has one meaning, and a sentence', () => {
    expect(new Set(SHORTCUTS.map(({ key }) => key)).size).toBe(SHORTCUTS.length);
    expect(new Set(SHORTCUTS.map(({ action }) => action)).size).toBe(SHORTCUTS.length);
    expect(SHORTCUTS.every(({ text }) => text.length > 5)).toBe(true);
  });

  test.each(SHORTCUTS)('« $key » does what the list says: $text', ({ key, action }) => {
    const all = actions();
    actionOf(key.toUpperCase(), all)?.();
    for (const { action: other } of SHORTCUTS)
      expect(all[other]).toHaveBeenCalledTimes(other === action ? 1 : 0);
  });

  test('a key of something that is not there does nothing, as any other key', () => {
    expect(actionOf('i', { ...actions(), pictureInPicture: null })).toBeNull();
    expect(actionOf('q', actions())).toBeNull();
  });

  test('a button tells its key', () => {
    expect(keyOf('mic')).toBe('M');
  });
});
