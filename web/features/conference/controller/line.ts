import type { ChannelHandlers, RoomChannel } from './ports.ts';
import type { Signal, SignalBody } from './signal.ts';

/** Who speaks, and in which media epoch. */
export interface Speaker {
  participantId: string;
  epoch: number;
}

/** What a participant says on the room's channel; while that is out of reach, what matters waits. */
export interface Line {
  send(to: string | null, body: SignalBody): void;
  /** What waits belongs to connections that are past. */
  forget(): void;
  close(): void;
}

/** What is worth nothing later. */
const FLEETING: ReadonlySet<SignalBody['kind']> = new Set(['hello', 'bye', 'flags', 'reaction']);

export interface LineDeps {
  open(handlers: ChannelHandlers): RoomChannel;
  self(): Speaker;
  onSignal(signal: Signal): void;
  onPoke(): void;
  /** @param returned it had been lost before */
  onStatus(status: 'joined' | 'lost', returned: boolean): void;
}

export function openLine({ open, self, onSignal, onPoke, onStatus }: LineDeps): Line {
  let status: 'joining' | 'joined' | 'lost' = 'joining';
  let waiting: Signal[] = [];
  let channel: RoomChannel | null = null;
  let closed = false;

  function send(to: string | null, body: SignalBody): void {
    const { participantId, epoch } = self();
    const signal: Signal = { from: participantId, to, epoch, body };
    if (channel && status === 'joined') channel.send(signal);
    else if (!FLEETING.has(body.kind)) waiting.push(signal);
  }

  channel = open({
    onSignal: (signal) => {
      if (!closed) onSignal(signal);
    },
    onPoke: () => {
      if (!closed) onPoke();
    },
    onStatus(next) {
      if (closed) return;
      const returned = next === 'joined' && status === 'lost';
      status = next;
      if (next === 'joined') {
        for (const signal of waiting.splice(0)) channel?.send(signal);
        send(null, { kind: 'hello' });
      }
      onStatus(next, returned);
    },
  });

  return {
    send,
    forget: () => {
      waiting = [];
    },
    close() {
      closed = true;
      channel?.close();
    },
  };
}
