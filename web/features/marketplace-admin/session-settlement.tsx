import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Facts } from '#web/features/marketplace-admin/facts.tsx';
import { givenBackOf, paidOf } from '#web/features/marketplace-admin/overrule-cost.ts';
import { OverruleDialog } from '#web/features/marketplace-admin/overrule-dialog.tsx';
import { type SessionMoney, sessionMoneyQuery } from '#web/features/marketplace-admin/room-record.ts';
import { type AdminSession, SESSION_STATES } from '#web/features/marketplace-admin/session.ts';
import { formatDateTime, formatDuration, formatMoney } from '#web/lib/format.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const SETTLED = ['completed', 'viewer_no_show', 'streamer_no_show'];

/** How a session was settled, and what the team decided about it since; nothing while it is not. */
export function SessionSettlement({ session }: { session: AdminSession }) {
  const settled = SETTLED.includes(session.status);
  const money = useQuery({ ...sessionMoneyQuery(session.id), enabled: settled });
  if (!settled) return null;
  if (money.isPending) return <SkeletonText lines={3} />;
  if (money.isError)
    return (
      <ErrorState
        title="Le règlement n’a pas pu être chargé"
        onRetry={() => money.refetch()}
        retrying={money.isFetching}
      />
    );
  return <Settlement session={session} money={money.data} />;
}

function Settlement({
  session,
  money: { overrules, payments },
}: {
  session: AdminSession;
  money: SessionMoney;
}) {
  const [deciding, setDeciding] = useState(false);
  const paid = paidOf(payments);
  const left = paid - givenBackOf(payments);
  const disputed = payments.some(({ disputed_cents }) => disputed_cents > 0);
  return (
    <section className="grid gap-4">
      <h3 className="text-title">Règlement</h3>
      <Facts
        facts={[
          ['Relevé', SESSION_STATES[session.status].label],
          [
            'Temps donné',
            `${formatDuration(session.delivered_minutes ?? 0)} sur ${formatDuration(session.duration_minutes)}`,
          ],
          ['Payé', formatMoney(paid)],
          ['Rendu au viewer', formatMoney(paid - left)],
        ]}
      />
      {overrules.map(({ id, at, refund_cents, refunded_before_cents, reason }) => (
        <div key={id} className="num grid gap-1 rounded-lg bg-wash px-4 py-3.5 text-small">
          <b>Décision de l’équipe Loge</b>
          <span className="text-soft">
            {formatDateTime(at, deviceZone(), { weekday: false, year: true })} : {formatMoney(refund_cents)}{' '}
            rendus en tout
            {refunded_before_cents > 0 && `, au lieu de ${formatMoney(refunded_before_cents)}`}.
          </span>
          <span className="break-words">« {reason} »</span>
        </div>
      ))}
      {disputed && (
        <p className="text-small text-soft">
          Ce paiement est contesté auprès de la banque : attendez sa décision pour revoir le règlement.
        </p>
      )}
      {left > 0 && !disputed && (
        <div>
          <Button onClick={() => setDeciding(true)}>Revoir le règlement</Button>
        </div>
      )}
      {left > 0 && (
        <OverruleDialog session={session} payments={payments} open={deciding} onOpenChange={setDeciding} />
      )}
    </section>
  );
}
