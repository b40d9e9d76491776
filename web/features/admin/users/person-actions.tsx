import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeRole,
  openViewing,
  restorePerson,
  signOutEverywhere,
  suspendPerson,
} from '#product/administration/contract.ts';
import { endedBySuspension } from '#product/booking/rules/suspension.ts';
import { ofName } from '#product/shared/elision.ts';
import { ROLE_LABELS, ROLES } from '#product/shared/roles.ts';
import { useActWindow } from '#web/features/admin/acts.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { AgeDialog } from '#web/features/admin/users/age-dialog.tsx';
import { FiscalIdentityButton } from '#web/features/admin/users/fiscal-identity.tsx';
import { nameOf, type Person } from '#web/features/admin/users/person.tsx';
import { formatDateTime, formatMoney, formatPlacePrice, plural } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { beginViewing } from '#web/lib/viewing.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type Action = 'role' | 'suspend' | 'restore' | 'sign-out' | 'view' | 'age';

/** How many confirmed sessions the dialog of a suspension lists. */
const LISTED = 5;
const DAY = 86_400_000;
const DURATIONS = [
  { value: '1', label: '24 heures' },
  { value: '7', label: '7 jours' },
  { value: '30', label: '30 jours' },
  { value: 'none', label: 'Jusqu’à ce qu’un admin le rétablisse' },
];

const untilOf = (days: string): string | null =>
  days === 'none' ? null : new Date(Date.now() + Number(days) * DAY).toISOString();

/** The admin's actions on an account; each asks for a reason, which the audit log keeps. */
export function PersonActions({ person }: { person: Person }) {
  const [action, setAction] = useState<Action | null>(null);
  const [role, setRole] = useState(person.role ?? 'viewer');
  const [days, setDays] = useState('7');
  const name = nameOf(person);
  const personId = person.id;
  const mayAll = useDuty();
  // Upon one of the team only who may do all acts.
  const mayReach = mayAll || person.role !== 'admin';
  const mayModerate = useDuty('moderation') && mayReach;
  const maySignOut = useDuty('support', 'moderation') && mayReach;
  const mayView = useDuty('support') && person.role !== null && person.role !== 'admin';
  const mayCorrect = useDuty('support', 'moderation') && mayReach;
  const mayInspect = useDuty('finance');
  const told = <Answer,>(title: (answer: Answer) => string) => ({
    changes: [ADMIN_KEY],
    done: (answer: Answer) => ({ title: title(answer), description: name }),
  });
  const changing = useUndoable(changeRole, {
    done: (answer) => ({ title: `Rôle changé : ${ROLE_LABELS[answer.role]}`, description: name }),
    inverse: (input) => changeRole.undo(input, person.role),
  });
  const signingOut = useCommand(
    signOutEverywhere,
    told(({ endedSessions }) => plural(endedSessions, 'session terminée', 'sessions terminées')),
  );
  const suspending = useCommand(
    suspendPerson,
    told(() => 'Compte suspendu'),
  );
  const restoring = useCommand(
    restorePerson,
    told(() => 'Compte rétabli'),
  );
  const opening = useCommand(openViewing);
  const isSuspended = person.state === 'suspended';
  const asked = {
    role: useActWindow('role', mayAll),
    view: useActWindow('view', mayView),
    suspend: useActWindow('suspend', mayModerate && !isSuspended),
    restore: useActWindow('restore', mayModerate && isSuspended),
  };
  const dialog = (which: Action) => {
    const [isAsked, change] = which in asked ? asked[which as keyof typeof asked] : [false, () => undefined];
    return {
      open: action === which || isAsked,
      onOpenChange: (open: boolean) => {
        setAction(open ? which : null);
        if (!open) change(false);
      },
      ...DECISION,
    };
  };
  return (
    <div className="flex flex-wrap gap-3">
      {mayAll && <Button onClick={() => setAction('role')}>Changer le rôle</Button>}
      {mayView && <Button onClick={() => setAction('view')}>Voir comme</Button>}
      {maySignOut && <Button onClick={() => setAction('sign-out')}>Déconnecter partout</Button>}
      {person.role === 'streamer' && mayInspect && <FiscalIdentityButton personId={personId} name={name} />}
      {mayCorrect && <Button onClick={() => setAction('age')}>Corriger l’âge</Button>}
      {!mayModerate ? null : isSuspended ? (
        <Button onClick={() => setAction('restore')}>Rétablir le compte</Button>
      ) : (
        <Button tone="danger-outline" onClick={() => setAction('suspend')}>
          Suspendre
        </Button>
      )}

      <ConfirmDialog
        {...dialog('role')}
        tone="spot"
        title={`Changer le rôle ${ofName(name)} ?`}
        description={
          role === 'admin'
            ? 'Ses accès changent à l’instant : la lecture seule, jusqu’à ce que vous lui donniez un rôle dans l’équipe, dans les réglages.'
            : 'Ses accès changent à l’instant.'
        }
        confirmLabel="Changer le rôle"
        onConfirm={async (reason) => {
          await changing.run({ personId, role, reason });
        }}
      >
        <Field label="Nouveau rôle">
          <Select
            options={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
            value={role}
            onChange={(event) => setRole(ROLES.find((known) => known === event.target.value) ?? role)}
          />
        </Field>
      </ConfirmDialog>

      <ConfirmDialog
        {...dialog('view')}
        tone="spot"
        title={`Voir Loge comme ${name} ?`}
        description="Pendant un quart d’heure, sans rien pouvoir y changer. Les messages privés, le compte bancaire, les documents et les agendas restent fermés. Cette personne est prévenue tout de suite, avec votre motif."
        confirmLabel="Voir comme"
        onConfirm={async (reason) => {
          beginViewing(await opening.run({ personId, reason }));
        }}
      />

      <ConfirmDialog
        {...dialog('sign-out')}
        title={`Déconnecter ${name} partout ?`}
        description="Toutes ses sessions se terminent tout de suite. Cette personne peut se reconnecter."
        confirmLabel="Déconnecter partout"
        onConfirm={async (reason) => {
          await signingOut.run({ personId, reason });
        }}
      />

      <ConfirmDialog
        {...dialog('suspend')}
        title={`Suspendre ${name} ?`}
        description="Cette personne est déconnectée tout de suite et ne peut plus se connecter. Elle en reçoit le motif par e-mail."
        cost={(action === 'suspend' || asked.suspend[0]) && <SuspensionCost personId={personId} />}
        confirmLabel="Suspendre le compte"
        onConfirm={async (reason) => {
          await suspending.run({ personId, until: untilOf(days), reason });
        }}
      >
        <Field label="Durée">
          <Select options={DURATIONS} value={days} onChange={(event) => setDays(event.target.value)} />
        </Field>
      </ConfirmDialog>

      <AgeDialog {...dialog('age')} personId={personId} name={name} />

      <ConfirmDialog
        {...dialog('restore')}
        tone="spot"
        title={`Rétablir le compte ${ofName(name)} ?`}
        description="Cette personne peut se reconnecter. Elle en est prévenue par e-mail."
        confirmLabel="Rétablir le compte"
        onConfirm={async (reason) => {
          await restoring.run({ personId, reason });
        }}
      />
    </div>
  );
}

const openWith = (personId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'open-with', personId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('admin_sessions')
        .select('session_id,title,status,start_at,streamer_zone,price_cents,proposed_start_at')
        .or(`viewer_id.eq.${personId},streamer_id.eq.${personId}`)
        .in('status', ['held', 'requested', 'confirmed', 'in_progress'])
        .order('start_at')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

/** Shows the sessions and euros that a suspension ends or leaves, before it is done. */
function SuspensionCost({ personId }: { personId: string }) {
  const { data, isError } = useQuery(openWith(personId));
  if (isError) return 'Les sessions concernées n’ont pas pu être lues. Fermez et réessayez.';
  if (data === undefined) return 'Les sessions concernées sont comptées…';
  if (data.length === 0) return 'Aucune session n’est concernée.';
  const endOf = (session: (typeof data)[number]) =>
    endedBySuspension({ status: session.status, proposal: session.proposed_start_at });
  const ending = data.filter((session) => endOf(session) === 'booking');
  const proposals = data.filter((session) => endOf(session) === 'proposal').length;
  const staying = data.filter((session) => endOf(session) !== 'booking');
  // The places of a session with several are one line.
  const sessions = [...Map.groupBy(staying, ({ session_id }) => session_id).values()];
  const total = (bookings: typeof data) =>
    bookings.reduce((cents, { price_cents }) => cents + price_cents, 0);
  const sum = (bookings: typeof data) => formatMoney(total(bookings));
  return (
    <div className="grid gap-3">
      {ending.length > 0 && (
        <p>
          <b>{plural(ending.length, 'demande en cours est annulée', 'demandes en cours sont annulées')}</b>,
          pour {sum(ending)} qui ne seront pas débités. Chacun en est prévenu.
        </p>
      )}
      {proposals > 0 && (
        <p>
          {plural(proposals, 'autre horaire proposé est retiré', 'autres horaires proposés sont retirés')}.
        </p>
      )}
      {staying.length > 0 && (
        <>
          <p>
            <b>{plural(sessions.length, 'session confirmée reste', 'sessions confirmées restent')}</b>, pour{' '}
            {sum(staying)} : annulez celles qui ne doivent pas avoir lieu.
          </p>
          <ul className="grid gap-1">
            {sessions.slice(0, LISTED).map((places) =>
              places.slice(0, 1).map(({ session_id, title, start_at, streamer_zone }) => (
                <li key={session_id}>
                  {formatDateTime(start_at, streamer_zone)}, {title},{' '}
                  {places.length > 1 && `${plural(places.length, 'place', 'places')}, `}
                  {formatPlacePrice(total(places))}
                </li>
              )),
            )}
          </ul>
          {sessions.length > LISTED && <p>Les autres sont dans « Sessions ».</p>}
        </>
      )}
    </div>
  );
}
