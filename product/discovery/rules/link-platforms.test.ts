import { expect, test } from 'vitest';
import { LINK_PLATFORM_NAMES, linkAddress } from './link-platforms.ts';
import { HOSTILE_LINKS, RIGHT_LINKS } from './testing/links.ts';

test.each(RIGHT_LINKS)('a link of %s to %s is one', (platform, typed, address) => {
  expect(linkAddress(platform, typed)).toBe(address);
});

test.each(HOSTILE_LINKS)('%s is a link of no platform but a site at most', (url, isSite) => {
  const taken = LINK_PLATFORM_NAMES.filter((platform) => linkAddress(platform, url) !== null);
  expect(taken).toEqual(isSite ? ['website'] : []);
});
