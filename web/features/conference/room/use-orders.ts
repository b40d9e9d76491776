import { useEffect, useRef } from 'react';
import { useToast } from '#web/ui/toast/use-toast.ts';
import type { RoomSnapshot } from '../controller/room-state.ts';

/** Tells somebody what the streamer just did to their microphone or screen. */
export function useOrders({ notice, peers }: Pick<RoomSnapshot, 'notice' | 'peers'>): void {
  const { toast } = useToast();
  const at = notice?.at ?? null;
  const told = useRef(at);
  const host = peers.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  const kind = notice?.kind;
  useEffect(() => {
    if (at === null || told.current === at) return;
    told.current = at;
    toast(
      kind === 'muted'
        ? {
            title: `${host} a coupé votre micro`,
            description: 'Vous pouvez le réactiver quand vous voulez parler.',
          }
        : {
            title: `${host} a arrêté votre partage`,
            description: 'Vous pouvez partager de nouveau si on vous y invite.',
          },
    );
  }, [at, kind, host, toast]);
}
