import { useState } from 'react';
import { mayDo } from '#product/conference/rules/host.ts';
import type { RoomController } from '#web/conference-core/controller/room-controller.ts';
import type { PeerState, RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useToast } from '#web/ui/toast/toaster.tsx';

/** The action that waits for a confirmation. */
type Asked = { act: 'remove'; peer: PeerState } | { act: 'end' } | null;

export interface Host {
  /** Whether one may end the session for everybody. */
  mayEnd: boolean;
  /** Whether one decides who is admitted. */
  mayAdmit: boolean;
  asked: Asked;
  ask: (asked: Asked) => void;
  /** The host's acts on a participant; null when there are none. */
  overPeer: (peer: PeerState) => { mute?: () => void; stopShare?: () => void; remove: () => void } | null;
  admit: (participantId: string) => void;
  refuse: (participantId: string) => void;
  setLobby: (on: boolean) => void;
  /** @throws CommandError when the server refuses it */
  confirm: (asked: NonNullable<Asked>) => Promise<void>;
}

type Moderated = Parameters<RoomController['moderate']>;

/** Returns the host's actions in the room. A refusal of the server is shown in a toast. */
export function useHost(controller: RoomController, { side }: Pick<RoomSnapshot, 'side'>): Host {
  const [asked, ask] = useState<Asked>(null);
  const { toast } = useToast();
  const moderate = (...[act, target]: Moderated) => {
    controller.moderate(act, target).catch((error: unknown) => {
      toast({ title: 'Cela n’a pas pu se faire', description: errorText(error), variant: 'destructive' });
    });
  };
  return {
    mayEnd: side !== null && mayDo(side, 'end', null),
    mayAdmit: side !== null && mayDo(side, 'lobby_on', null),
    asked,
    ask,
    overPeer(peer) {
      if (side === null || !mayDo(side, 'remove', peer.side)) return null;
      const { participantId, flags } = peer;
      return {
        remove: () => ask({ act: 'remove', peer }),
        ...(mayDo(side, 'mute', peer.side) && flags?.mic
          ? { mute: () => moderate('mute', participantId) }
          : {}),
        ...(mayDo(side, 'stop_share', peer.side) && flags?.screen
          ? { stopShare: () => moderate('stop_share', participantId) }
          : {}),
      };
    },
    admit: (participantId) => moderate('admit', participantId),
    refuse: (participantId) => moderate('refuse', participantId),
    setLobby: (on) => moderate(on ? 'lobby_on' : 'lobby_off'),
    confirm: async (what) =>
      what.act === 'end'
        ? controller.moderate('end')
        : controller.moderate('remove', what.peer.participantId),
  };
}
