import { loadClient } from '#web/lib/supabase/load.ts';
import { figuresOf, type LineFigures, type LineSample, sampleOf } from './line-figures.ts';
import { openTestPicture } from './test-picture.ts';

/** Milliseconds. Longer, and a room would not come about either. */
const PATIENCE = 6_000;
const EVERY = 500;
/** The browser starts low and finds its rate: the first seconds say nothing of the line. */
const SETTLES = 2_500;
/** Kilobits per second: what a picture of 720 lines takes. */
const AIM = { start: 1_500, most: 2_500 };

const within = <T>(milliseconds: number, work: Promise<T>, late: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>;
  const lateness = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  return Promise.race([work, lateness]).finally(() => clearTimeout(timer));
};
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** How long Loge takes to answer over its websocket, in milliseconds; null when it cannot be opened. */
export async function probeSocket(): Promise<number | null> {
  const { supabase } = await loadClient();
  await supabase.realtime.setAuth();
  const channel = supabase.channel(`line-test:${crypto.randomUUID()}`, {
    config: { broadcast: { ack: true } },
  });
  try {
    const joined = new Promise<boolean>((resolve) => {
      channel.subscribe((status) => resolve(status === 'SUBSCRIBED'));
    });
    if (!(await within(PATIENCE, joined, false))) return null;
    const from = performance.now();
    const answer = channel.send({ type: 'broadcast', event: 'line-test', payload: {} });
    const answered = await within<string>(PATIENCE, answer, 'timed out');
    return answered === 'ok' ? performance.now() - from : null;
  } finally {
    void supabase.removeChannel(channel);
  }
}

/** Whether a relay gives this browser a way through. */
export async function probeRelay(iceServers: RTCIceServer[]): Promise<'reachable' | 'unreachable' | 'none'> {
  if (!iceServers.some(({ urls }) => [urls].flat().some((url) => /^turns?:/.test(url)))) return 'none';
  const connection = new RTCPeerConnection({ iceServers, iceTransportPolicy: 'relay' });
  try {
    const found = new Promise<boolean>((resolve) => {
      connection.onicecandidate = ({ candidate }) => {
        if (candidate?.type === 'relay') resolve(true);
      };
    });
    connection.createDataChannel('line-test');
    await connection.setLocalDescription();
    return (await within(PATIENCE, found, false)) ? 'reachable' : 'unreachable';
  } finally {
    connection.close();
  }
}

/** Chromium begins at 300 kbit/s and would spend the whole test on climbing: its own parameter of the codec lets it begin where we aim. */
export const beginHigh = (sdp: string): string =>
  sdp.replace(
    /(a=rtpmap:(\d+) VP8\/90000\r?\n)/,
    `$1a=fmtp:$2 x-google-start-bitrate=${String(AIM.start)};x-google-max-bitrate=${String(AIM.most)}\r\n`,
  );

async function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return;
  const done = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
  });
  await within(1_000, done, undefined); // what was found until then has to do: the server finds us by our first packet
}

interface MediaProbe {
  iceServers: RTCIceServer[];
  /** How long the connection is used, in milliseconds. */
  lasts: number;
  /** Hands our offer to the server. @returns its answer @throws CommandError */
  exchange(offer: string): Promise<string>;
  signal: AbortSignal;
}

/** Sends a picture of ours to the server, which sends it back. */
export async function probeMedia({
  iceServers,
  lasts,
  exchange,
  signal,
}: MediaProbe): Promise<LineFigures | 'blocked'> {
  const picture = openTestPicture();
  const connection = new RTCPeerConnection({ iceServers });
  try {
    connection.addTransceiver(picture.track, { direction: 'sendrecv' });
    const connected = new Promise<boolean>((resolve) => {
      connection.onconnectionstatechange = () => {
        if (connection.connectionState === 'connected') resolve(true);
        if (connection.connectionState === 'failed') resolve(false);
      };
    });
    await connection.setLocalDescription();
    await gathered(connection);
    const sdp = await exchange(connection.localDescription?.sdp ?? '');
    await connection.setRemoteDescription({ type: 'answer', sdp: beginHigh(sdp) });
    if (!(await within(PATIENCE, connected, false))) return 'blocked';
    const samples: LineSample[] = [];
    const from = performance.now();
    while (performance.now() - from < lasts && !signal.aborted) {
      await pause(EVERY);
      if (performance.now() - from < SETTLES) continue;
      const stats = await connection.getStats();
      samples.push(
        sampleOf(stats as unknown as ReadonlyMap<string, Record<string, unknown>>, performance.now()),
      );
    }
    const figures = figuresOf(samples);
    return figures === null || figures.received === 0 ? 'blocked' : figures;
  } finally {
    connection.close();
    picture.close();
  }
}
