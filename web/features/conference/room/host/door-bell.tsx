import type { Waiting } from '#web/conference-core/controller/room-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
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
