import { expect, test } from 'vitest';
import { lookingFetch, storageOf } from '#web/lib/viewing.ts';

test('asks the auth service and the file store nothing in another person’s place, and everything else as usual', async () => {
  const asked: string[] = [];
  const looking = lookingFetch((async (input: string) => {
    asked.push(input);
    return Response.json([]);
  }) as typeof fetch);
  const statusOf = async (path: string) => (await looking(`https://loge.example${path}`)).status;
  expect(await statusOf('/auth/v1/user')).toBe(403);
  expect(await statusOf('/auth/v1/token?grant_type=refresh_token')).toBe(403);
  expect(await statusOf('/storage/v1/object/avatars/a.png')).toBe(403);
  expect(asked).toEqual([]);
  expect(await statusOf('/rest/v1/profiles')).toBe(200);
  expect(asked).toEqual(['https://loge.example/rest/v1/profiles']);
});

test('the session that the client finds is the viewing’s, in memory, without anything to renew it by', () => {
  const viewing = {
    token: 'a.b.c',
    person: { id: '1', email: 'camille@exemple.fr', name: 'Camille Roux' },
    endsAt: 0,
  };
  const storage = storageOf(viewing, 'key');
  expect(JSON.parse(storage.getItem('key') ?? '')).toMatchObject({
    access_token: 'a.b.c',
    refresh_token: 'none',
    user: { id: '1', email: 'camille@exemple.fr' },
  });
  storage.removeItem('key');
  expect(storage.getItem('key')).toBeNull();
});
