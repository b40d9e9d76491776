import { describe, expect, test } from 'vitest';
import { encodingFor, isHeld } from './encodings.ts';

describe('the encoding of an answer', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['deflate', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['*;q=0', null],
    ['brotli, gzipped', null],
    [';;, =q', null],
  ])('of %j is %j', (accepted, expected) => {
    expect(encodingFor(accepted)).toBe(expected);
  });

  test('is one that there is', () => {
    expect(encodingFor('gzip, br', ['gzip'])).toBe('gzip');
    expect(encodingFor('gzip, br', [])).toBeNull();
  });
});

describe('what a client has', () => {
  test.each([
    [undefined, false],
    ['W/"a1"', true],
    ['"a1"', true],
    ['*', true],
    [' * ', true],
    ['"b2", W/"a1"', true],
    ['"b2","c3"', false],
    ['W/"b2"', false],
    ['a1', false],
    ['"*"', false],
    ['"xa1"', false],
    ['', false],
  ])('by If-None-Match: %s is the version: %s', (ifNoneMatch, expected) => {
    expect(isHeld(ifNoneMatch, 'W/"a1"')).toBe(expected);
  });

  test('of a file has a strong tag', () => {
    expect(isHeld('W/"a1"', '"a1"')).toBe(true);
    expect(isHeld('"a2"', '"a1"')).toBe(false);
  });
});
