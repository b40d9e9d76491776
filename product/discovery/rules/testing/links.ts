import type { LinkPlatform } from '../link-platforms.ts';

/** Platform, what somebody types, and the address that is kept. */
export const RIGHT_LINKS: readonly (readonly [LinkPlatform, string, string])[] = [
  ['twitch', 'https://www.twitch.tv/anouk', 'https://www.twitch.tv/anouk'],
  ['twitch', ' https://TWITCH.tv/anouk?sr=a ', 'https://twitch.tv/anouk?sr=a'],
  ['twitch', 'https://twitch.tv', 'https://twitch.tv/'],
  ['youtube', 'https://youtu.be/x', 'https://youtu.be/x'],
  ['youtube', 'https://www.youtube.com/@anouk', 'https://www.youtube.com/@anouk'],
  ['kick', 'https://kick.com/anouk', 'https://kick.com/anouk'],
  ['tiktok', 'https://www.tiktok.com/@anouk', 'https://www.tiktok.com/@anouk'],
  ['instagram', 'https://www.instagram.com/anouk/', 'https://www.instagram.com/anouk/'],
  ['x', 'https://twitter.com/anouk', 'https://twitter.com/anouk'],
  ['x', 'https://x.com/anouk', 'https://x.com/anouk'],
  ['discord', 'https://discord.gg/anouk', 'https://discord.gg/anouk'],
  ['website', 'https://été.example.fr/à-propos', 'https://xn--t-9fab.example.fr/%C3%A0-propos'],
  ['website', 'https://anouk.example:443/', 'https://anouk.example/'],
];

/** What pretends to be a platform, or hides where it leads; and whether it is some site all the same. */
export const HOSTILE_LINKS: readonly (readonly [string, boolean])[] = [
  ['https://www.twitch.tv@evil.example/', false],
  ['https://twitch.tv:secret@evil.example/', false],
  ['https://www.twitch.tv:8443/anouk', false],
  ['https://www.twitch.tv.evil.example/anouk', true],
  ['https://eviltwitch.tv/anouk', true],
  ['https://evil.example/https://www.twitch.tv/', true],
  ['https://evil.example?www.twitch.tv', true],
  ['https://evil.example#@www.twitch.tv', true],
  ['https://evil.example\\@www.twitch.tv/', true],
  ['https://t\u0456witch.tv/anouk', true],
  ['http://www.twitch.tv/anouk', false],
  ['javascript:alert(1)//https://www.twitch.tv/', false],
  ['https://localhost/', false],
  ['https://127.0.0.1/', false],
  ['https://[::1]/', false],
  ['www.twitch.tv/anouk', false],
  ['', false],
];
