import { expect, test } from 'vitest';
import { type ConnectionFacts, qualityOf, rateConnection, typicalOf } from './connection-rating.ts';
import type { ConnectionFigures } from './connection-stats.ts';

const rates = { sent: 2000, received: 2000, available: 2400, frames: 30 };
const line = (more: Partial<ConnectionFigures> = {}): ConnectionFacts => ({
  socket: 20,
  media: { roundTrip: 40, jitter: 2, loss: 0, ...rates, protocol: 'udp', ...more },
  relay: 'none',
});

test.each<[Partial<ConnectionFigures>, string, string[]]>([
  [{}, 'good', []],
  [{ loss: 0.0499 }, 'good', []],
  [{ loss: 0.05 }, 'fair', ['loss']],
  [{ loss: 0.1 }, 'fair', ['loss']],
  [{ loss: 0.1001 }, 'poor', ['loss']],
  [{ roundTrip: 299 }, 'good', []],
  [{ roundTrip: 300 }, 'fair', ['delay']],
  [{ roundTrip: 600 }, 'fair', ['delay']],
  [{ roundTrip: 601 }, 'poor', ['delay']],
  [{ sent: 1100 }, 'good', []],
  [{ received: 1099 }, 'fair', ['rate']],
  [{ sent: 400 }, 'fair', ['rate']],
  [{ sent: 399 }, 'poor', ['rate']],
  [{ loss: 0.06, roundTrip: 700, sent: 300 }, 'poor', ['loss', 'delay', 'rate']],
  [{ roundTrip: null }, 'good', []],
  [{ sent: 700, frames: 20 }, 'fair', ['rate']],
  [{ sent: 700, frames: 19 }, 'good', ['busy']],
  [{ sent: 700, frames: 19, available: 800 }, 'fair', ['rate', 'busy']],
  [{ sent: 300, frames: 5, available: null }, 'poor', ['rate', 'busy']],
])('%o is %s', (figures, rating, issues) => {
  expect(rateConnection(line(figures))).toEqual({ rating, issues });
});

test('without a websocket there is no session, however good the connection', () => {
  expect(rateConnection({ ...line(), socket: null })).toEqual({ rating: 'failed', issues: ['socket'] });
});

test('a network that blocks pictures is saved by a relay', () => {
  expect(rateConnection({ ...line(), media: 'blocked' }).rating).toBe('failed');
  expect(rateConnection({ ...line(), media: 'blocked', relay: 'unreachable' }).rating).toBe('failed');
  expect(rateConnection({ ...line(), media: 'blocked', relay: 'reachable' })).toEqual({
    rating: 'fair',
    issues: ['relayed'],
  });
});

test('what could not be measured is not called good', () => {
  expect(rateConnection({ ...line(), media: 'unavailable' }).rating).toBe('unknown');
});

test('the connection is rated by loss and delay', () => {
  expect(qualityOf({ loss: 0.01, roundTrip: 80 })).toBe('good');
  expect(qualityOf({ loss: 0.07, roundTrip: 80 })).toBe('fair');
  expect(qualityOf({ loss: 0, roundTrip: 700 })).toBe('poor');
  expect(qualityOf({ loss: 0, roundTrip: null })).toBe('good');
});

test('one weak connection of several is that person’s, most of them weak mean one’s own', () => {
  const good = { loss: 0, roundTrip: 50 };
  const poor = { loss: 0.2, roundTrip: 50 };
  expect(typicalOf([])).toBeNull();
  expect(typicalOf([poor])).toBe('poor');
  expect(typicalOf([poor, good, good])).toBe('good');
  expect(typicalOf([poor, poor, good])).toBe('poor');
});
