import { useSyncExternalStore } from 'react';
import { parseInstant } from '#domain/time/instant.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';
import { useRemaining } from '#web/ui/countdown.tsx';
import { Preview } from '../media/preview.tsx';
import type { SeenRoom } from '../queries.ts';

interface WaitingScreenProps {
  look: SeenRoom;
  media: LocalMedia;
  onLeave: () => void;
}

/** At the door: nobody sees or hears one yet, and it opens by itself. */
export function WaitingScreen({ look, media, onLeave }: WaitingScreenProps) {
  const local = useSyncExternalStore(media.subscribe, media.state);
  const toStart = useRemaining(parseInstant(look.startsAt), look.ahead);
  const streamer = look.others.find(({ side }) => side === 'streamer')?.name ?? 'Le streamer';
  return (
    <div className="wrap grid flex-1 content-center gap-8 py-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-center [@media(max-height:30rem)]:grid-cols-2 [@media(max-height:30rem)]:items-center [@media(max-height:30rem)]:gap-6">
      <Preview media={media} local={local} me={look.me} />
      <div className="grid gap-5">
        <div className="grid gap-3">
          <p className="flex items-center gap-2.5 text-small font-semibold text-soft">
            <span
              aria-hidden="true"
              className="keeps-turning size-2.5 animate-breathe rounded-full bg-spot"
            />
            À la porte
          </p>
          <h1 className="text-heading">{streamer} va vous faire entrer</h1>
          <p role="status" className="text-soft">
            {look.booking.title} {toStart > 0 ? 'va commencer' : 'a commencé'}, et votre arrivée est annoncée.
            Personne ne vous voit ni ne vous entend encore. Votre présence est comptée dès maintenant.
          </p>
        </div>
        <div>
          <Button onClick={onLeave}>Ne plus attendre</Button>
        </div>
      </div>
    </div>
  );
}
