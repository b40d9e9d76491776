import { TrackVideo } from '../../media/media-element.tsx';
import { Caption } from './caption.tsx';

interface ScreenTileProps {
  track: MediaStreamTrack;
  name: string;
  pinned: boolean;
  small: boolean;
}

/** A shared screen: whole, never cut. */
export const ScreenTile = ({ track, name, pinned, small }: ScreenTileProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form; this is one screen
  <div role="group" aria-label={`L’écran que partage ${name}`} className="room-tile bg-pit">
    <TrackVideo track={track} whole label={`Écran de ${name}`} />
    <Caption name={`Écran de ${name}`} pinned={pinned} small={small} />
  </div>
);
