import { CONNECTION_TEST, testConnection } from '#product/conference/media-contract.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { ConnectionFacts } from './connection-rating.ts';
import { type ConnectionFigures, type ConnectionSample, figuresOf, sampleOf } from './connection-stats.ts';

/**
 * Refusals of the media server: there is nothing to measure with. That is a finding, and no failure
 * of the test.
 */
const UNAVAILABLE: ReadonlySet<string> = new Set(['media_unavailable', 'media_refused']);

/**
 * Measures the connection with Loge, for about ten seconds.
 * @throws CommandError when Loge cannot be asked at all, or while another test of the same person
 *   runs
 */
export async function runConnectionTest(signal: AbortSignal): Promise<ConnectionFacts> {
  const start = await callCommand(testConnection, { step: 'start' });
  const iceServers = start.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
  const measure = async (): Promise<ConnectionFacts['media']> => {
    if (!start.measurable) return 'unavailable';
    try {
      return await probeMedia({
        iceServers,
        lasts: CONNECTION_TEST - 1_000,
        exchange: async (offer) =>
          (await callCommand(testConnection, { step: 'offer', sdp: offer })).sdp ?? '',
        signal,
      });
    } catch (error) {
      if (error instanceof CommandError && UNAVAILABLE.has(error.code)) return 'unavailable';
      throw error;
    }
  };
  const [socket, relay, media] = await Promise.all([probeSocket(), probeRelay(iceServers), measure()]);
  return { socket, relay, media };
}

/** Milliseconds. What takes longer would not let people meet in a room either. */
const PATIENCE = 6_000;
const EVERY = 500;
/**
 * The browser starts at a low bitrate and raises it: the first milliseconds say nothing about the
 * connection.
 */
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

/**
 * How long Loge takes to answer over its websocket, in milliseconds; null when it cannot be opened.
 */
async function probeSocket(): Promise<number | null> {
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

/** Whether this browser can use a relay (TURN). */
async function probeRelay(iceServers: RTCIceServer[]): Promise<'reachable' | 'unreachable' | 'none'> {
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

/**
 * Chromium starts at 300 kbit/s and would spend the whole test on raising it: with its own codec
 * parameter it starts at the rate that we aim at.
 */
const beginHigh = (sdp: string): string =>
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
  // the candidates found until then are enough: the server learns our address from our first packet
  await within(1_000, done, undefined);
}

interface MediaProbe {
  iceServers: RTCIceServer[];
  /** How long the connection is used, in milliseconds. */
  lasts: number;
  /** Gives our offer to the server. @returns its answer @throws CommandError */
  exchange(offer: string): Promise<string>;
  signal: AbortSignal;
}

/** Sends a test picture to the server, which sends it back. */
async function probeMedia({
  iceServers,
  lasts,
  exchange,
  signal,
}: MediaProbe): Promise<ConnectionFigures | 'blocked'> {
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
    const samples: ConnectionSample[] = [];
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

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES = 30;
/** Squares of noise: as hard to encode as a face that moves, and not as hard as snow. */
const GRAIN = 16;

/** A moving picture that is drawn here: the test needs no camera, and is the same for everybody. */
function openTestPicture(): { track: MediaStreamTrack; close(): void } {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false });
  const small = document.createElement('canvas');
  small.width = WIDTH / GRAIN;
  small.height = HEIGHT / GRAIN;
  const noise = small.getContext('2d', { alpha: false });
  const draw = () => {
    if (!context || !noise) return;
    const pixels = noise.createImageData(small.width, small.height);
    crypto.getRandomValues(pixels.data);
    noise.putImageData(pixels, 0, 0);
    context.drawImage(small, 0, 0, WIDTH, HEIGHT);
  };
  draw();
  const timer = setInterval(draw, 1000 / FRAMES);
  const [track] = canvas.captureStream(FRAMES).getVideoTracks();
  if (!track) throw new Error('This browser records no canvas');
  return {
    track,
    close() {
      clearInterval(timer);
      track.stop();
    },
  };
}
