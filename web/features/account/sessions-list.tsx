import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type AccountLogin, revokeLogin } from '#product/accounts/contract.ts';
import { sessionsQuery } from '#web/features/account/queries.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface SessionsListProps {
  userId: string;
  /** Signs this device, the others, or all of them out. */
  onSignOut: (scope: 'local' | 'others') => Promise<void>;
}

/** Every place where the person is signed in, each with its own way out. */
export function SessionsList({ userId, onSignOut }: SessionsListProps) {
  const [asking, setAsking] = useState(false);
  const sessions = useQuery(sessionsQuery(userId));
  const others = sessions.data?.some((session) => !session.current) ?? false;
  const signOutOthers = async () => {
    await onSignOut('others');
    await sessions.refetch();
    toast({ title: 'Vos autres appareils sont déconnectés' });
  };
  return (
    <SettingsSection
      title="Appareils connectés"
      description="Un appareil que vous ne reconnaissez pas ? Déconnectez-le, puis changez votre mot de passe."
    >
      {sessions.isError ? (
        <ErrorState
          title="Vos appareils n’ont pas pu être chargés"
          onRetry={() => sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : (
        <ul
          aria-label="Appareils connectés"
          aria-busy={sessions.isPending}
          className="grid divide-y divide-line"
        >
          {sessions.isPending
            ? ['a', 'b'].map((key) => (
                <li key={key} className="flex items-center gap-4 py-4">
                  <Skeleton className="size-11 rounded-full" />
                  <Skeleton className="h-4 w-48" />
                </li>
              ))
            : sessions.data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onSignOutHere={() => onSignOut('local')}
                  userId={userId}
                />
              ))}
        </ul>
      )}
      {others && (
        <Button tone="danger-outline" className="justify-self-start" onClick={() => setAsking(true)}>
          Déconnecter les autres appareils
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Déconnecter les autres appareils ?"
        description="Il faudra s’y connecter à nouveau avec votre mot de passe. Celui-ci reste connecté."
        confirmLabel="Déconnecter les autres"
        onConfirm={signOutOthers}
      />
    </SettingsSection>
  );
}

interface SessionRowProps {
  session: AccountLogin;
  onSignOutHere: () => Promise<void>;
  userId: string;
}

function SessionRow({ session, onSignOutHere, userId }: SessionRowProps) {
  const revoke = useCommand(revokeLogin, {
    changes: [sessionsQuery(userId).queryKey],
    done: () => ({ title: 'Appareil déconnecté', description: session.device }),
    failed: 'Appareil non déconnecté',
  });
  const Icon = /iphone|ipad|android/i.test(session.device) ? Smartphone : Laptop;
  const active = formatDateTime(session.lastActiveAt, zone, { weekday: false });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-full bg-wash text-soft">
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.current && <Badge tone="settled">Cet appareil</Badge>}
        </span>
        <span className="num text-small text-muted">
          {session.current ? 'Actif' : 'Vu'} le {active}
          {session.ip && ` · ${session.ip}`}
        </span>
      </div>
      <Button
        size="sm"
        loading={revoke.pending}
        aria-label={session.current ? 'Déconnecter cet appareil' : `Déconnecter ${session.device}`}
        onClick={() => {
          if (session.current) void onSignOutHere();
          else revoke.press({ loginId: session.id });
        }}
      >
        Déconnecter
      </Button>
    </li>
  );
}
