import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inviteAbsentViewers, listAbsentViewers } from '#product/insight/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay, plural } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const FEW = 6;

const absentViewersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['statistics', userId, 'absent'],
    queryFn: () => callCommand(listAbsentViewers, {}),
  });

/**
 * The viewers who did not come back in 60 days and allow to be written to, with the button that
 * does; the others as a number.
 */
export function AbsentViewers({ userId, zone }: { userId: string; zone: string }) {
  const list = useQuery(absentViewersQuery(userId));
  const [asking, setAsking] = useState(false);
  const [all, setAll] = useState(false);
  const inviting = useCommand(inviteAbsentViewers, { changes: [absentViewersQuery(userId).queryKey] });
  if (list.isError)
    return (
      <ErrorLine onRetry={list.refetch} retrying={list.isFetching}>
        La liste des viewers qui ne sont pas revenus n’a pas pu être lue.
      </ErrorLine>
    );
  if (list.isPending) return <Skeleton className="h-48" />;
  const { viewers, unnamed } = list.data;
  const now = new Date().toISOString();
  const writable = viewers.filter(({ quietUntil }) => quietUntil === null || quietUntil <= now);
  const shown = all ? viewers : viewers.slice(0, FEW);
  const invite = async () => {
    const { invited } = await inviting.run({ viewerIds: writable.map(({ viewerId }) => viewerId) });
    toast({
      title:
        invited === 0
          ? 'Personne n’était plus à inviter'
          : plural(invited, 'e-mail envoyé', 'e-mails envoyés'),
    });
  };
  return (
    <Card className="grid content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h2 className="text-title text-balance">{titleOf(viewers.length)}</h2>
          <p className="text-kicker text-muted">{othersOf(viewers.length, unnamed)}</p>
        </div>
        {writable.length > 0 && (
          <Button size="sm" onClick={() => setAsking(true)} loading={inviting.pending}>
            {writable.length === 1
              ? 'Lui écrire'
              : `Écrire à ces ${plural(writable.length, 'viewer', 'viewers')}`}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul className="num divide-y divide-line border-t border-line text-small">
          {shown.map(({ viewerId, name, lastDay, invitedAt, quietUntil }) => (
            <li key={viewerId} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              <span className="font-medium">{name}</span>
              <span className="text-soft">
                {invitedAt !== null && quietUntil !== null && quietUntil > now
                  ? `Invitation envoyée le ${formatDay(invitedAt, zone, { weekday: false, month: 'short' })}`
                  : `Dernière session le ${formatDay(`${lastDay}T12:00:00Z`, 'UTC', { weekday: false, month: 'short', year: true })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {viewers.length > shown.length && (
        <div>
          <Button tone="quiet" size="sm" className="-ml-4" onClick={() => setAll(true)}>
            Voir les {viewers.length - shown.length} autres
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title={
          writable.length === 1
            ? 'Proposer à ce viewer de revenir ?'
            : `Proposer à ${plural(writable.length, 'viewer', 'viewers')} de revenir ?`
        }
        description={
          <>
            <p>Chacun reçoit un e-mail de Loge à votre nom, avec le lien vers vos créneaux :</p>
            <blockquote className="mt-3 border-l-2 border-line-strong pl-4">
              Votre dernière session remonte à plus de deux mois. Les prochains créneaux sont ouverts :
              choisissez celui qui vous va.
            </blockquote>
          </>
        }
        cost="Vous ne pourrez pas leur récrire ainsi avant trois mois. Chacun peut se désinscrire d’un clic."
        confirmLabel={writable.length === 1 ? 'Envoyer l’e-mail' : 'Envoyer les e-mails'}
        onConfirm={invite}
        failure={errorText}
      />
    </Card>
  );
}

const titleOf = (allowed: number): string =>
  allowed === 0
    ? 'Personne à inviter à revenir'
    : plural(
        allowed,
        'viewer absent depuis 60 jours veut bien que vous lui écriviez',
        'viewers absents depuis 60 jours veulent bien que vous leur écriviez',
      );

/** Those who are only counted, and how one comes to be named. */
function othersOf(allowed: number, unnamed: number): string {
  const how = 'Chacun le permet ou non après sa session, et dans ses réglages.';
  if (unnamed === 0)
    return allowed === 0
      ? 'Tous vos viewers sont venus dans les 60 derniers jours, ou ont déjà réservé.'
      : how;
  return `${plural(unnamed, 'autre ne l’a pas permis', 'autres ne l’ont pas permis')} et ${unnamed === 1 ? 'n’est que compté' : 'ne sont que comptés'}. ${how}`;
}
