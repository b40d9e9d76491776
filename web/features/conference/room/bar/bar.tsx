import { Hand, MessageSquare, Mic, MicOff, MonitorUp, MonitorX, Users, Video, VideoOff } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { ExtensionControl } from '../../extension/extension-control.tsx';
import { RoundButton } from '../../media/round-button.tsx';
import { ReactionsButton } from '../reactions.tsx';
import { useRoom, useStage } from '../room-context.tsx';
import { MoreMenu } from './more-menu.tsx';
import { keyOf } from './shortcuts.ts';

const nothing = () => undefined;

/** The commands of the room, at the foot of the screen or at its side; on a telephone those that fit a thumb, and the others in a sheet. */
export function Bar() {
  const { room, local, leave } = useRoom();
  const { actions, host, phone, panel, unread } = useStage();
  const mic = local.tracks.audio !== null && local.choices.mic;
  const { camera, screen } = local.tracks;
  const waiting = host.mayAdmit ? room.lobby.length : 0;
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
      {!phone && <ReactionsButton />}
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
      <MoreMenu waiting={phone ? waiting : 0} />
      <div className="room-extension">
        <ExtensionControl />
      </div>
      <Button tone="danger" onClick={leave} className="min-h-12">
        Quitter
      </Button>
    </fieldset>
  );
}
