/**
 * The process that carries the media of group rooms, beside the server: what breaks or blocks here
 * ends no command and no booking. It ends by itself when the server is gone.
 */

import type { RTCRtpTransceiver } from 'werift';
import { BadDescription, EchoBusy, MediaNotReady, MediaUnavailable } from '../media-engine.ts';
import { type ConnectionDeps, createConnection } from './connection.ts';
import { ECHOES } from './description.ts';
import { type Call, configuration, type REFUSALS, type Report, request } from './messages.ts';
import { createPorts } from './network.ts';
import { createSwitchboard } from './switchboard.ts';

/** Long enough for eight seconds of measuring on a slow connection. Milliseconds. */
const LASTS = 20_000;
const MOST_ECHOES = 12;

/** Sends the video of a connection test back to its browser. */
function createEchoes(deps: ConnectionDeps) {
  const open = new Map<NodeJS.Timeout, () => Promise<void>>();
  return {
    /** @throws BadDescription, MediaUnavailable, EchoBusy */
    async answer(offer: string): Promise<string> {
      if (open.size >= MOST_ECHOES) throw new EchoBusy('too many tests of lines at a time');
      const connection = createConnection(deps);
      const timer = setTimeout(() => {
        open.delete(timer);
        void connection.close();
      }, LASTS);
      open.set(timer, () => connection.close());
      try {
        const answer = await connection.answer(offer, ECHOES);
        const [transceiver] = connection.transceivers;
        if (transceiver) sendBack(transceiver);
        return answer;
      } catch (error) {
        clearTimeout(timer);
        open.delete(timer);
        await connection.close();
        throw error;
      }
    },
    async stop(): Promise<void> {
      for (const [timer, close] of open) {
        clearTimeout(timer);
        await close();
      }
      open.clear();
    },
  };
}

function sendBack({ receiver, sender }: RTCRtpTransceiver): void {
  const [track] = receiver.tracks;
  track?.onReceiveRtp.subscribe((packet) => {
    const copy = packet.clone();
    Object.assign(copy.header, { extensions: [], extension: false });
    void sender.sendRtp(copy);
  });
  sender.onPictureLossIndication.subscribe(() => receiver.sendRtcpPLI(track?.ssrc ?? 0));
}

const TEND_EVERY = 1_000;
/** After this many unexpected errors in a row a new process is better than this one. */
const MOST_TROUBLES = 50;

const network = configuration.parse(JSON.parse(process.argv[2] ?? ''));
const deps = {
  network,
  ports: network.ports && createPorts(network.ports),
  now: () => performance.now(),
};
const switchboard = createSwitchboard(deps);
const echoes = createEchoes(deps);
let troubles = 0;

const tell = (report: Report): void => {
  // The server may be gone between two ticks: the `disconnect` that follows ends this process.
  if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
};

async function carryOut(call: Call): Promise<string | null> {
  switch (call.do) {
    case 'publish':
      return await switchboard.publish(call, call.sdp);
    case 'subscribe':
      return await switchboard.subscribe(call, call.publisherId);
    case 'accept':
      await switchboard.accept(call, call.publisherId, call.sdp);
      return null;
    case 'revoke':
      await switchboard.revoke(call);
      return null;
    case 'close':
      await switchboard.close(call.sessionId);
      return null;
    case 'cameras':
      switchboard.showCameras(call.sessionId, call.participantIds);
      return null;
    case 'echo':
      return await echoes.answer(call.sdp);
  }
}

/**
 * An error that werift throws for a description that passed our checks is still the description's
 * fault.
 */
function nameOf(error: unknown): (typeof REFUSALS)[number] {
  if (error instanceof MediaNotReady) return 'MediaNotReady';
  if (error instanceof MediaUnavailable) return 'MediaUnavailable';
  if (error instanceof EchoBusy) return 'EchoBusy';
  if (!(error instanceof BadDescription)) trouble(error);
  return 'BadDescription';
}

function trouble(error: unknown): void {
  tell({ kind: 'trouble', what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

process.on('message', async (message) => {
  const { id, call } = request.parse(message);
  try {
    tell({ kind: 'answer', id, sdp: await carryOut(call) });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    tell({ kind: 'refusal', id, name: nameOf(error), message: text });
  }
});

// One browser's broken packet must not end everybody's session: werift handles packets in callbacks
// that nobody awaits.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    trouble(error);
    troubles += 1;
    if (troubles > MOST_TROUBLES) process.exit(1);
  });
process.on('disconnect', () => process.exit(0));
// A terminal's interruption reaches the whole group of processes: the server says when it is over.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

setInterval(() => {
  troubles = Math.max(0, troubles - 1);
  switchboard.tend().catch(trouble);
  tell({ kind: 'people', people: switchboard.people() });
}, TEND_EVERY);
tell({ kind: 'ready' });
