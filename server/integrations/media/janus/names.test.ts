import { expect, test } from 'vitest';
import { createNames } from './names.ts';

const key = (text: string) => Buffer.alloc(32, text);
const participant = { sessionId: 's', participantId: 'p' };

test('every process of an installation finds the same names, and no other installation does', () => {
  const [one, same, other] = [createNames(key('one')), createNames(key('one')), createNames(key('other'))];
  expect(one.room(participant)).toEqual(same.room(participant));
  expect(one.feed(participant)).toBe(same.feed(participant));
  const [own, foreign] = [one.room(participant), other.room(participant)];
  expect(own.room).not.toBe(foreign.room);
  expect(own.secret).not.toBe(foreign.secret);
  expect(own.pin).not.toBe(foreign.pin);
  expect(own.pin).not.toBe(own.secret);
});

test('numbers fit what JSON and Janus can carry', () => {
  const names = createNames(key('one'));
  for (let count = 0; count < 50; count += 1) {
    const { room } = names.room({ sessionId: String(count) });
    expect(Number.isSafeInteger(room) && room > 0).toBe(true);
  }
});
