import { expect, test } from 'vitest';
import { createP2pEngine } from './p2p.ts';

const now = new Date('2026-11-21T09:00:00Z');
const who = { sessionId: 's', participantId: '6a2f41a3-c54c-4f0a-9d2e-1c1f7a0f0001' };

test('without a relay the browsers meet directly', async () => {
  const engine = createP2pEngine(null);
  expect(await engine.admit(who, now)).toEqual({ iceServers: [] });
  expect((await engine.health()).detail).toContain('TURN_URL');
});

test('relay credentials are what coturn computes from its secret, and end by themselves', async () => {
  const engine = createP2pEngine({ urls: ['turn:relay.example:3478?transport=udp'], secret: 'north' });
  const { iceServers } = await engine.admit(who, now);
  expect(iceServers).toEqual([
    { urls: ['stun:relay.example:3478'] },
    {
      urls: ['turn:relay.example:3478?transport=udp'],
      username: `${String(Date.parse('2026-11-21T13:00:00Z') / 1000)}:${who.participantId}`,
      // By coturn's rule, computed with openssl: dgst -sha1 -hmac north -binary, in base64.
      credential: 'how8fCOV+dIEQ6i03RSFYpu11Gs=',
    },
  ]);
});
