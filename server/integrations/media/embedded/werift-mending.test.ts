import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RTCPeerConnection } from 'werift';
import { countTurns, keepEarlyHello } from './werift-mending.ts';

const state = () => ({ ssrc: 1, rolloverCounter: 0, lastSequenceNumber: 0 });

describe('the turns of sequence numbers', () => {
  test('are counted for a packet that is sent again as when it was sent first', () => {
    const source = state();
    const turns = [65_534, 65_535, 0, 1, 65_535, 100, 65_440, 101, 3].map((number) => {
      countTurns(number, source);
      return source.rolloverCounter;
    });
    expect(turns).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 1]);
  });

  test('are right over any loss and any delay that is not half a turn', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3_000 }), fc.nat(1_000)), { maxLength: 300 });
    fc.assert(
      fc.property(fc.nat(65_535), steps, (first, list) => {
        const source = state();
        countTurns(first, source);
        let highest = first;
        for (const [step, late] of list) {
          highest += step;
          for (const place of [highest, Math.max(first, highest - late)]) {
            countTurns(place % 65_536, source);
            expect(source.rolloverCounter).toBe(Math.floor(place / 65_536));
          }
        }
      }),
    );
  });
});

describe('a hello that comes before anybody listens', () => {
  /** A datagram with one fragment of a handshake message: behind two headers (13 and 12 bytes), its bytes. */
  const fragment = (offset: number, text: string): Buffer => {
    const datagram = Buffer.alloc(25 + text.length);
    datagram[0] = 22;
    datagram.writeUIntBE(offset, 19, 3);
    datagram.write(text, 25);
    return datagram;
  };

  /** The events of a transport, as far as they are asked for. */
  function transport() {
    const listeners = new Set<(data: Buffer) => void>();
    let start = () => {};
    const heard: string[] = [];
    const onData = {
      subscribe(listener: (data: Buffer) => void) {
        listeners.add(listener);
        return { unSubscribe: () => listeners.delete(listener) };
      },
      execute(data: Buffer) {
        for (const listener of listeners) listener(data);
      },
    };
    const onStateChange = {
      once(listener: (state: string) => void) {
        start = () => listener('connecting');
      },
    };
    const dtls = { dtls: { flight: 0 }, onHandleHandshakes: async () => undefined };
    const one = { iceTransport: { connection: { onData } }, onStateChange, dtls };
    keepEarlyHello({ dtlsTransports: [one, one] } as unknown as RTCPeerConnection);
    return {
      come: (...datagrams: Buffer[]) => datagrams.forEach(onData.execute),
      /** werift begins to listen, and then reads. */
      async begin() {
        start();
        onData.subscribe((data) => {
          if (data.toString('utf8', 25) === 'broken') throw new Error('nobody can read it');
          heard.push(data.toString('utf8', 25));
        });
        await Promise.resolve();
        return heard;
      },
    };
  }

  test('is read whole, in all its datagrams and in their order', async () => {
    const { come, begin } = transport();
    come(fragment(0, 'one'), Buffer.from([128, 1, 2]), fragment(1_175, 'two'));
    expect(await begin()).toEqual(['one', 'two']);
  });

  test('is read once, though the browser said it again meanwhile', async () => {
    const { come, begin } = transport();
    come(fragment(0, 'old one'), fragment(1_175, 'old two'), fragment(0, 'one'), fragment(1_175, 'two'));
    expect(await begin()).toEqual(['one', 'two']);
  });

  test('that is no hello is passed over, however much of it comes', async () => {
    const { come, begin } = transport();
    come(Buffer.from([22]), ...Array.from({ length: 1_000 }, (_, index) => fragment(index + 1, 'broken')));
    const heard = await begin();
    expect(heard.length).toBeLessThan(8);
    come(fragment(0, 'one'));
    expect(heard.at(-1)).toBe('one');
  });

  test('leaves what comes in time alone', async () => {
    const { come, begin } = transport();
    const heard = await begin();
    come(fragment(0, 'one'));
    expect(heard).toEqual(['one']);
  });
});
