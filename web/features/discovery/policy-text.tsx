import { POLICIES, POLICY_LABELS, type PolicyName } from '#domain/cancellation/policies.ts';
import { cents, shareOf } from '#domain/money/cents.ts';
import { formatMoney, typeset } from '#web/lib/format.ts';

interface PolicyTextProps {
  policy: PolicyName;
  priceCents: number;
}

/** What cancelling gives back of this price, in euros and hours, from the earliest on. */
export function PolicyText({ policy, priceCents }: PolicyTextProps) {
  if (priceCents === 0) {
    return <p className="text-small text-soft">Gratuit : vous annulez quand vous voulez.</p>;
  }
  return (
    <div className="grid gap-1.5 text-small">
      <p className="text-muted">{typeset(`Si vous annulez (règle ${POLICY_LABELS[policy]}) :`)}</p>
      <ul className="num grid gap-1 text-soft">
        {POLICIES[policy].tiers.map(({ untilHoursBefore, refund }) => (
          <li key={String(untilHoursBefore)} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {untilHoursBefore === null ? 'Ensuite' : `Jusqu’à ${String(untilHoursBefore)}\u00a0h avant`}
            </span>
            <b className="font-semibold text-ink">
              {refund === 0 ? 'rien' : `${formatMoney(shareOf(cents(priceCents), refund))} rendus`}
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}
