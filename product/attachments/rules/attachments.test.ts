import { expect, test } from 'vitest';
import { kindOfFile, sizeInWords } from './attachments.ts';

test.each([
  [0, '1\u00a0Ko'],
  [1_500, '1\u00a0Ko'],
  [340 * 1024, '340\u00a0Ko'],
  [2.44 * 1024 * 1024, '2,4\u00a0Mo'],
  [25 * 1024 * 1024, '25\u00a0Mo'],
])('%i bytes are %s', (bytes, words) => expect(sizeInWords(bytes)).toBe(words));

test.each([
  ['image/avif', 'picture'],
  ['video/quicktime', 'film'],
  ['application/pdf', 'document'],
])('%s is shown as a %s', (type, kind) => expect(kindOfFile(type)).toBe(kind));
