import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { LedgerBalances } from './ledger-balances.tsx';
import { disputeLabel, paymentStanding } from './payment-window.tsx';

it('the books are said to balance when their accounts add up to nothing, and only then', () => {
  const said = (...amounts: number[]) => {
    const client = new QueryClient();
    client.setQueryData(
      [...ADMIN_KEY, 'balances'],
      amounts.map((amount_cents, index) => ({
        account: index === 0 ? 'provider_balance' : 'platform_fees',
        amount_cents,
      })),
    );
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <LedgerBalances />
      </QueryClientProvider>,
    );
  };
  expect(said(4_500, -4_500)).toContain('Les écritures s’équilibrent');
  for (const wrong of [said(4_500, -4_499), said(-1)]) {
    expect(wrong).toContain('Les écritures ne s’équilibrent pas');
    expect(wrong).not.toContain('Les écritures s’équilibrent');
  }
});

it('a payment of which all or a part was refunded is no longer said to be debited', () => {
  const said = (refunded_cents: number) =>
    paymentStanding({ state: 'captured', captured_cents: 4_500, refunded_cents }).label;
  expect([said(0), said(1), said(4_499), said(4_500)]).toEqual([
    'Débité',
    'Partiellement remboursé',
    'Partiellement remboursé',
    'Remboursé',
  ]);
});

it('a payment that a bank takes back is a dispute, also once that is over, as the filter says', () => {
  const said = (standing: string, disputed_cents: number) => disputeLabel({ standing, disputed_cents });
  expect(said('disputed', 4_500)).toBe('Litige');
  expect(said('disputed', 0)).toBe('Litige clos');
  expect([said('captured', 0), said('partially_refunded', 0)]).toEqual([null, null]);
});
