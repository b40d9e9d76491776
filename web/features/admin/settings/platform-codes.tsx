import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makePlatformCode, stopPlatformCode } from '#product/commerce/contract.ts';
import { basisPoints } from '#product/shared/money/cents.ts';
import { CodeDialog } from '#web/entities/code/code-dialog.tsx';
import { CodeList } from '#web/entities/code/code-list.tsx';
import { CODES_KEY, type Code } from '#web/entities/code/queries.ts';
import { platformTermsQuery } from '#web/entities/payment/payment.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Prices of sessions, in cents, at which a code of the team is shown before it is made. */
const EXAMPLES = [2_000, 4_500, 6_000, 12_000].map((priceCents) => ({
  id: String(priceCents),
  title: `À ${formatMoney(priceCents)}`,
  priceCents,
}));
const NO_OFFERS: ReadonlyMap<string, string> = new Map();

/** The team's codes, which the commission pays for. */
export function PlatformCodes() {
  const terms = useQuery(platformTermsQuery());
  const mayChange = useDuty('finance');
  const [making, setMaking] = useState(false);
  const [stopping, setStopping] = useState<Code | null>(null);
  const changes = [CODES_KEY, ADMIN_KEY];
  const make = useCommand(makePlatformCode, { changes, done: 'Code créé' });
  const stop = useCommand(stopPlatformCode, { changes, done: 'Code arrêté' });
  return (
    <div className="mb-10">
      <CodeList
        owner={null}
        zone={TEAM_ZONE}
        lead="Pour les sessions de tous les streamers, pris sur la commission de Loge : leur part ne baisse pas."
        offers={NO_OFFERS}
        empty="Un code, une remise, une date de fin : on l’écrit avant de payer."
        onNew={mayChange && terms.data ? () => setMaking(true) : null}
        onStop={mayChange ? setStopping : null}
      />
      {making && terms.data && (
        <CodeDialog
          bearer="platform"
          fee={basisPoints(terms.data.fee_basis_points)}
          zone={TEAM_ZONE}
          sold={EXAMPLES}
          reason={DECISION.reason}
          onMake={({ offerIds: _, ...draft }, reason) => make.run({ ...draft, reason })}
          onClose={() => setMaking(false)}
        />
      )}
      <ConfirmDialog
        open={stopping !== null}
        onOpenChange={(open) => !open && setStopping(null)}
        title={`Arrêter ${stopping?.code ?? ''} ?`}
        description="Personne ne pourra plus l’utiliser. Les sessions déjà réservées gardent leur prix."
        confirmLabel="Arrêter le code"
        {...DECISION}
        onConfirm={async (given) => {
          if (stopping) await stop.run({ codeId: stopping.id, reason: given });
        }}
      />
    </div>
  );
}
