import { expect, test } from 'vitest';
import { advisePublisher, announce, PUBLISHES, readDescription } from './description.ts';
import { openPublisher } from './testing/browser.ts';

test('a browser’s candidates, feedback and extensions that we have no use for are left out', async () => {
  const { offer, close } = await openPublisher();
  const more = offer.replace(
    'a=rtcp-mux',
    [
      'a=candidate:1 1 udp 2113937151 0c2f6a1e-8f0d.local 50000 typ host',
      'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
      'a=rtcp-fb:96 transport-cc',
      'a=rtcp-mux',
    ].join('\r\n'),
  );
  const read = readDescription(more, PUBLISHES);
  expect(read).not.toMatch(/candidate|transport-cc|extmap:\d|\.local/);
  expect(read).toMatch(/a=ssrc:/);
  await close();
});

test('ours names every address on one port, and says for all media that we only answer checks', () => {
  const medium =
    'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=candidate:f 1 udp 1 127.0.0.1 5000 typ host\r\na=ice-lite\r\n';
  expect(announce(`v=0\r\n${medium}${medium}`, ['203.0.113.9', '127.0.0.1'])).toBe(
    [
      'v=0',
      'a=ice-lite',
      ...Array.from({ length: 2 }).flatMap(() => [
        'm=audio 9 UDP/TLS/RTP/SAVPF 111',
        'a=candidate:1 1 udp 2130706431 203.0.113.9 5000 typ host',
        'a=candidate:2 1 udp 2130706175 127.0.0.1 5000 typ host',
      ]),
      '',
    ].join('\r\n'),
  );
});

test('a publisher is advised to begin with a face, and to be quiet when silent', () => {
  const sdp =
    'a=rtpmap:96 VP8/90000\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;useinbandfec=1\r\n';
  expect(advisePublisher(sdp, 800)).toBe(
    'a=rtpmap:96 VP8/90000\r\na=fmtp:96 x-google-start-bitrate=800\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;useinbandfec=1;usedtx=1\r\n',
  );
});
