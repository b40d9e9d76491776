import { loadClient } from '#web/lib/supabase/load.ts';
import type { ChannelHandlers, RoomChannel } from './ports.ts';
import { parseSignal, type Signal } from './signal.ts';

/** The last channel's goodbye: the client knows one channel a topic, so the next one waits for it. */
let closing: Promise<unknown> = Promise.resolve();

/** The private realtime channel of a room. Who may use it is decided by row-level security on `realtime.messages`. */
export function openRoomChannel(roomId: string, handlers: ChannelHandlers): RoomChannel {
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
