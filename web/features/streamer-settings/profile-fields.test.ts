import { expect, test } from 'vitest';
import { profileSchema } from '#web/features/streamer-settings/profile-fields.ts';

const profile = {
  handle: 'anouk',
  displayName: 'Anouk',
  headline: '',
  bio: '',
  categories: [],
  languages: ['fr'],
};

test.each([
  ['', true],
  ['https://images.example/a.jpg', true],
  ['/avatars/streamer.svg', true],
  ['//elsewhere.example/a.jpg', false],
  ['/\\elsewhere.example/a.jpg', false],
  ['/\t/elsewhere.example/a.jpg', false],
  ['https:\\\\elsewhere.example/a.jpg', false],
  ['http://plain.example/a.jpg', false],
])(
  'a banner may be a path of ours or https, and nothing that browsers read as another host: %j',
  (bannerUrl, taken) => {
    const parsed = profileSchema.safeParse({ ...profile, bannerUrl });
    expect(parsed.success).toBe(taken);
  },
);
