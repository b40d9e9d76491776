import { expect, test } from 'vitest';
import { readVolumes } from './preferences.ts';

const person = 'b1a6f7a0-5d3c-4c9e-8a53-0d2f5b8c7e11';
const storing = (entries: Record<string, string>) => ({ getItem: (key: string) => entries[key] ?? null });

test('how loud somebody was set in a room is found again there, and in no other room', () => {
  const storage = storing({ 'loge-volumes-here': JSON.stringify({ [person]: 0.3 }) });
  expect(readVolumes(storage, 'here')).toEqual({ [person]: 0.3 });
  expect(readVolumes(storage, 'elsewhere')).toEqual({});
});

test.each(['', 'null', '{"a":', '{"a": "1"}', `{"${person}": 7}`, `{"${person}": "loud"}`, '[]'])(
  'what nobody can have set is nothing: %s',
  (text) => {
    expect(readVolumes(storing({ 'loge-volumes-here': text }), 'here')).toEqual({});
  },
);
