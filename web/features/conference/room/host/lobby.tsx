import { X } from 'lucide-react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useRoom, useStage } from '../room-context.tsx';

/**
 * Somebody waits in the lobby: shown over the pictures, to the host alone. Others who wait are
 * counted.
 */
export function LobbyNotice() {
  const { lobby } = useRoom().room;
  const { host, showPanel } = useStage();
  const [first] = lobby;
  if (!first || !host.mayAdmit) return null;
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
          <Button size="sm" onClick={() => showPanel('people')}>
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

/** Lists the people in the lobby, and says whether people who come now have to wait. */
export function LobbyPanel() {
  const { lobby, lobbyOn } = useRoom().room;
  const { host } = useStage();
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
