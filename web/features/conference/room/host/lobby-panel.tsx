import { X } from 'lucide-react';
import type { Waiting } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { Host } from './use-host.ts';

interface LobbyPanelProps {
  lobby: readonly Waiting[];
  lobbyOn: boolean;
  host: Host;
}

/** Who waits at the door, and whether who comes late has to. */
export function LobbyPanel({ lobby, lobbyOn, host }: LobbyPanelProps) {
  return (
    <section aria-label="Salle d’attente" className="grid gap-2">
      <Switch
        label="Salle d’attente"
        description="Qui arrive maintenant attend que vous ouvriez"
        checked={lobbyOn}
        onChange={(event) => host.setLobby(event.target.checked)}
      />
      {lobby.length > 0 && (
        <ul className="grid gap-2 rounded-lg bg-wash p-3">
          {lobby.map(({ participantId, name, avatarUrl }) => (
            <li key={participantId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <p className="flex min-w-40 flex-1 items-center gap-3 text-small font-medium">
                <Avatar name={name} src={avatarUrl} size="sm" />
                <span className="min-w-0 truncate">{name}</span>
              </p>
              <Button
                size="sm"
                aria-label={`Faire entrer ${name}`}
                className="grow"
                onClick={() => host.admit(participantId)}
              >
                Faire entrer
              </Button>
              <Button
                size="icon"
                tone="quiet"
                aria-label={`Refuser ${name}`}
                onClick={() => host.refuse(participantId)}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
