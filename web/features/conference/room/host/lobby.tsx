import { X } from 'lucide-react';
import type { Waiting } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { Host } from './use-host.ts';

interface DoorBellProps {
  lobby: readonly Waiting[];
  host: Host;
  /** Shows everybody who waits. */
  onSeeAll: () => void;
}

/** Somebody waits to be let in: over the pictures, for the host alone. The others who wait are counted. */
export function DoorBell({ lobby, host, onSeeAll }: DoorBellProps) {
  const [first] = lobby;
  if (!first || !host.mayOpen) return null;
  const others = lobby.length - 1;
  return (
    <section
      aria-label="À la porte"
      className="pointer-events-auto flex max-w-full animate-rise flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-xl border border-line-strong bg-raised p-3"
    >
      <p className="flex items-center gap-3 text-small">
        <Avatar name={first.name} src={first.avatarUrl} size="sm" />
        <span>
          <b>{first.name}</b> attend à la porte
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" tone="spot" onClick={() => host.admit(first.participantId)}>
          Faire entrer
        </Button>
        {others > 0 ? (
          <Button size="sm" onClick={onSeeAll}>
            {others === 1 ? 'Et 1 autre' : `Et ${String(others)} autres`}
          </Button>
        ) : (
          <Button size="sm" tone="quiet" onClick={() => host.refuse(first.participantId)}>
            Refuser
          </Button>
        )}
      </div>
    </section>
  );
}

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
