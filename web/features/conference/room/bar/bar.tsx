import { Hand, MessageSquare, Mic, MicOff, MonitorUp, MonitorX, Users, Video, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';
import type { LocalState } from '#web/conference-core/media/local-state.ts';
import { Button } from '#web/ui/button.tsx';
import { RoundButton } from '../../media/round-button.tsx';
import { ReactionsButton } from '../reactions.tsx';
import { type MoreEntry, MoreMenu, moreEntries } from './more-menu.tsx';
import { keyOf, type ShortcutActions } from './shortcuts.ts';

interface BarProps {
  local: LocalState;
  actions: ShortcutActions;
  /** A telephone: the five that a thumb needs, the others in a sheet. */
  phone: boolean;
  filled: boolean;
  panel: 'chat' | 'people' | null;
  /** Messages not read yet. */
  unread: number;
  /** People at the door, for the host. */
  waiting: number;
  onReact: (emoji: Reaction) => void;
  onEnd: (() => void) | null;
  onLeave: () => void;
  /** What makes the session longer. */
  extension: ReactNode;
}

const nothing = () => undefined;

/** What one hand reaches at the foot of the screen, or at its side. */
export function Bar(props: BarProps) {
  const { local, actions, phone, filled, panel, unread, waiting, onReact, onEnd, onLeave, extension } = props;
  const mic = local.tracks.audio !== null && local.choices.mic;
  const { camera, screen } = local.tracks;
  const shown = new Set(phone ? ['chat'] : ['hand', 'share', 'chat', 'people']);
  const entries: MoreEntry[] = moreEntries({
    actions,
    shown,
    sharing: screen !== null,
    hand: local.hand,
    filled,
    onEnd,
  });
  return (
    <fieldset aria-label="Commandes de la loge" className="room-bar">
      <RoundButton
        label={mic ? 'Couper le micro' : 'Activer le micro'}
        shortcut={keyOf('mic')}
        off={!mic}
        onClick={actions.mic ?? nothing}
      >
        {mic ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        label={camera ? 'Couper la caméra' : 'Activer la caméra'}
        shortcut={keyOf('camera')}
        off={!camera}
        onClick={actions.camera ?? nothing}
      >
        {camera ? <Video /> : <VideoOff />}
      </RoundButton>
      {!phone && actions.share && (
        <RoundButton
          label={screen ? 'Arrêter le partage' : 'Partager l’écran'}
          shortcut={keyOf('share')}
          active={screen !== null}
          onClick={actions.share}
        >
          {screen ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      {!phone && actions.hand && (
        <RoundButton
          label={local.hand ? 'Baisser la main' : 'Lever la main'}
          shortcut={keyOf('hand')}
          active={local.hand}
          onClick={actions.hand}
        >
          <Hand className={local.hand ? 'fill-spot text-spot' : ''} />
        </RoundButton>
      )}
      {!phone && <ReactionsButton onReact={onReact} />}
      <RoundButton
        label="Chat"
        shortcut={keyOf('chat')}
        count={unread}
        active={panel === 'chat'}
        onClick={actions.chat ?? nothing}
      >
        <MessageSquare />
      </RoundButton>
      {!phone && actions.people && (
        <RoundButton
          label="Personnes"
          shortcut={keyOf('people')}
          count={waiting}
          active={panel === 'people'}
          onClick={actions.people}
        >
          <Users />
        </RoundButton>
      )}
      <MoreMenu entries={entries} onReact={onReact} sheet={phone} count={phone ? waiting : 0} />
      <div className="room-extension">{extension}</div>
      <Button tone="danger" onClick={onLeave} className="min-h-12">
        Quitter
      </Button>
    </fieldset>
  );
}
