import { enterRoom, leaveRoom, renewMedia, sendHeartbeat } from '#product/conference/contract.ts';
import { moderateRoom } from '#product/conference/host-contract.ts';
import { negotiateMedia } from '#product/conference/media-contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import type { Clock, LocalSource, RoomServer } from './ports.ts';
import { iceServersOf } from './room-connection.ts';
import { createRoomController, type RoomController } from './room-controller.ts';
import { type ChannelHandlers, parseSignal, type RoomChannel, type Signal } from './signaling.ts';

/**
 * A network that stalls without breaking lets a request hang for minutes. It is given up while the
 * server, which waits half a minute for a heartbeat, still counts this participant as present.
 * Milliseconds.
 */
const DEADLINE = 8_000;
/**
 * The same for entering. It is longer, because a second try would find the same person inside
 * already. Milliseconds.
 */
const DEADLINE_IN = 20_000;
const soon = { deadline: DEADLINE };

const commandsOf = (roomId: string): RoomServer => ({
  enter: ({ takeOver = false, resume = null, reason = '' }) =>
    callCommand(enterRoom, { roomId, takeOver, resume, reason }, { deadline: DEADLINE_IN }),
  heartbeat: (participantId, beat) => callCommand(sendHeartbeat, { roomId, participantId, ...beat }, soon),
  async renewMedia(participantId, options) {
    const { epoch, iceServers } = await callCommand(renewMedia, { roomId, participantId, ...options }, soon);
    return { epoch, iceServers: iceServersOf(iceServers) };
  },
  async negotiate(participantId, epoch, step) {
    const { sdp } = await callCommand(negotiateMedia, { roomId, participantId, epoch, step }, soon);
    return sdp;
  },
  async moderate(participantId, act, target) {
    await callCommand(moderateRoom, { roomId, participantId, act, target }, soon);
  },
  async leave(participantId) {
    await callCommand(leaveRoom, { roomId, participantId }, soon);
  },
});

/** One for the whole page: it has a worker. */
const clock = createBrowserClock();

/** The controller of a room with the real server, channel, devices and clock. */
export const openRoom = (roomId: string, local: LocalSource): RoomController =>
  createRoomController({
    server: commandsOf(roomId),
    openChannel: (handlers) => openRoomChannel(roomId, handlers),
    createConnection: (configuration) => new RTCPeerConnection(configuration),
    local,
    clock,
    report: (what, error) => console.warn(`Room: ${what}`, error),
  });

/**
 * Until the last channel is closed: the client has one channel for each topic, so the next one
 * waits.
 */
let closing: Promise<unknown> = Promise.resolve();

/**
 * The private realtime channel of a room. Who may use it is decided by row-level security on
 * `realtime.messages`.
 */
function openRoomChannel(roomId: string, handlers: ChannelHandlers): RoomChannel {
  let closed = false;
  let sendNow = (_signal: Signal) => {};
  let leave: () => Promise<unknown> = async () => undefined;

  const join = async () => {
    const { supabase } = await loadClient();
    await closing;
    if (closed) return;
    const channel = supabase.channel(`room:${roomId}`, {
      config: { private: true, broadcast: { self: false } },
    });
    sendNow = (signal) => {
      void channel.send({ type: 'broadcast', event: 'signal', payload: signal });
    };
    leave = () => supabase.removeChannel(channel);
    channel.on('broadcast', { event: 'signal' }, ({ payload }) => {
      const signal = parseSignal(payload);
      if (signal && !closed) handlers.onSignal(signal);
    });
    channel.on('broadcast', { event: 'room' }, () => {
      if (!closed) handlers.onPoke();
    });
    channel.subscribe((status) => {
      if (!closed) handlers.onStatus(status === 'SUBSCRIBED' ? 'joined' : 'lost');
    });
  };
  join().catch((error: unknown) => {
    console.warn('The channel of the room could not be opened', error);
    handlers.onStatus('lost');
  });

  return {
    send: (signal) => sendNow(signal),
    close() {
      closed = true;
      closing = leave();
    },
  };
}

/** The clock of a browser. Its timers are on time in a hidden tab too; see timer-worker.ts. */
function createBrowserClock(): Clock {
  const works = new Map<number, () => void>();
  let worker: Worker | null = null;
  let last = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./timer-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data: id }: MessageEvent<number>) => {
      const work = works.get(id);
      works.delete(id);
      work?.();
    };
    return started;
  };

  return {
    now: () => Date.now(),
    after(milliseconds, work) {
      worker ??= start();
      const timers = worker;
      const id = ++last;
      works.set(id, work);
      timers.postMessage({ id, delay: milliseconds });
      return () => {
        if (works.delete(id)) timers.postMessage({ id, delay: null });
      };
    },
  };
}
