import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  capture,
  loseDispute,
  openDispute,
  processingCost,
  refund,
  release,
} from '#product/booking/rules/payment.ts';
import { confirmPayout, failPayout, sendPayout } from '#product/payments/rules/payout.ts';
import { basisPoints, cents, sum } from '#product/shared/money/cents.ts';
import { VAT_RATE, type Vat } from './document.ts';
import { type Entry, entryOf, openingEntry, openTrialBalance, type PostedEntry } from './entries.ts';
import { csvText, FEC_HEADER, fecLines, fecName } from './files.ts';
import type { Posting } from './ledger.ts';
import { monthReport } from './month.ts';
import { checkFec } from './testing/check-fec.ts';

const streamerId = '3f1d2c4b-0000-4000-8000-000000000000';
const VAT: Vat = { kind: 'rate', rate: VAT_RATE };

/** What may become of sales of any amounts and fees. */
const histories = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 50, max: 20_000 }),
      fee: fc.integer({ min: 0, max: 3_000 }),
      end: fc.constantFrom('kept', 'refunded', 'half', 'disputed', 'paid out', 'returned'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((sales) => sales.flatMap(postingsOf));

function postingsOf({ amount, fee, end }: { amount: number; fee: number; end: string }): Posting[] {
  const sale = capture({ streamerId, amount: cents(amount), fee: basisPoints(fee) });
  const made = [sale.posting, processingCost(cents(37))];
  const then = (next: ReturnType<typeof release>) => {
    if (!next.ok) throw new Error(next.refusal);
    made.push(next.value.posting);
    return next.value.payment;
  };
  if (end === 'refunded') then(refund(sale.payment, cents(amount)));
  if (end === 'half') then(refund(sale.payment, cents(Math.floor(amount / 2))));
  if (end === 'disputed') {
    const open = then(openDispute(sale.payment, cents(amount)));
    then(loseDispute(open, cents(amount), 'platform'));
  }
  if (end === 'paid out' || end === 'returned') {
    then(release(sale.payment));
    made.push(sendPayout(streamerId, cents(20)));
    made.push(end === 'returned' ? failPayout(streamerId, cents(20)) : confirmPayout(streamerId, cents(20)));
  }
  return made;
}

const booked = (postings: readonly Posting[]): PostedEntry[] =>
  postings.map(({ kind, lines }, index) => ({
    kind,
    piece: { reference: `test:${index}`, date: '2026-10-11' },
    accountedOn: '2026-10-12',
    closedOn: '2026-11-05',
    lines: lines.map((line) => ({
      account: line.account,
      streamer: line.streamerId === null ? null : { id: line.streamerId, name: 'Nadia\tForest' },
      amount: line.amount,
    })),
  }));

const fecText = (entries: readonly Entry[]): string =>
  [FEC_HEADER, ...entries.map((entry, index) => fecLines(entry, index + 1))].join('');

function trialBalance(entries: readonly Entry[]) {
  const balance = openTrialBalance();
  for (const entry of entries) balance.add(entry);
  return balance.rows();
}

describe('the books as French accounts', () => {
  test('any course of sales is a FEC that passes the published checks, and a balance of two equal columns', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom<Vat>(VAT, { kind: 'franchise' }), (postings, vat) => {
        const entries = booked(postings).map((posted) => entryOf(posted, vat));
        expect(checkFec(fecName('000000000', '2026-10-31'), fecText(entries))).toEqual([]);
        const balance = trialBalance(entries);
        expect(sum(balance.map(({ debit }) => debit))).toBe(sum(balance.map(({ credit }) => credit)));
      }),
    );
  });

  test('a month ends at nothing: what stayed at the provider is whose it is', () => {
    fc.assert(
      fc.property(histories, (postings) => {
        const moves = postings.flatMap(({ kind, lines }) =>
          lines.map(({ account, amount }) => ({ kind, account, amount })),
        );
        const report = monthReport(moves, cents(500));
        expect(report.difference).toBe(0);
        const { collected, refunded, lostToBanks, providerFees, paidOut, kept } = report;
        expect(sum([collected, refunded, lostToBanks, providerFees, paidOut])).toBe(kept);
      }),
    );
  });

  test('the fee of a session of 45 € at 15 % is 5,63 € and 1,12 € of VAT', () => {
    const sale = capture({ streamerId, amount: cents(4_500), fee: basisPoints(1_500) });
    const [posted] = booked([sale.posting]);
    const lines = posted ? entryOf(posted, VAT).lines : [];
    expect(lines.map(({ account, debit, credit }) => [account.number, debit, credit])).toEqual([
      ['512100', 4_500, 0],
      ['706000', 0, 563],
      ['445710', 0, 112],
      ['467100', 0, 3_825],
    ]);
  });

  test('a year begins with what the accounts carry over, and the result of the years before', () => {
    fc.assert(
      fc.property(histories, (postings) => {
        const before = booked(postings);
        const opening = openingEntry(
          before.flatMap(({ lines }) => lines.map((line) => ({ ...line, vat: VAT, times: 1 }))),
          { firstDay: '2027-01-01', validatedOn: '2027-02-05' },
        );
        const closing = trialBalance(before.map((posted) => entryOf(posted, VAT)));
        const carried = trialBalance(opening === null ? [] : [opening]);
        for (const row of closing.filter(({ number }) => number < '6')) {
          const there = carried.find(({ number }) => number === row.number);
          expect((there?.debit ?? 0) - (there?.credit ?? 0)).toBe(row.debit - row.credit);
        }
        if (opening !== null) expect(checkFec('000000000FEC20270131.txt', fecText([opening]))).toEqual([]);
      }),
    );
  });

  test('the checks find a gap, a negative amount, a wrong day, an entry that does not balance and a lost column', () => {
    const sale = capture({ streamerId, amount: cents(4_500), fee: basisPoints(1_500) });
    const name = 'XXXXXXXXXFEC20261031.txt'.replace(/X/g, '0');
    const good = fecText(
      booked([sale.posting, processingCost(cents(37))]).map((entry) => entryOf(entry, VAT)),
    );
    const wrong = (change: (text: string) => string) => checkFec(name, change(good)).length;
    expect(wrong((text) => text)).toBe(0);
    expect(wrong((text) => text.replaceAll('\t2\t20261012', '\t3\t20261012'))).toBeGreaterThan(0);
    expect(wrong((text) => text.replace('\t45,00\t', '\t-45,00\t'))).toBeGreaterThan(0);
    expect(wrong((text) => text.replace('\t45,00\t', '\t45,01\t'))).toBeGreaterThan(0);
    expect(wrong((text) => text.replace('20261012', '20261032'))).toBeGreaterThan(0);
    expect(wrong((text) => text.replace('\tMontantdevise', ''))).toBeGreaterThan(0);
    expect(checkFec('FEC.txt', good)).not.toEqual([]);
  });

  test('a table keeps separators within its cells, and no text becomes a formula', () => {
    expect(
      csvText(
        ['a', 'b'],
        [
          ['x;"y"', cents(-5)],
          ['=1+1', cents(123_456)],
        ],
      ),
    ).toBe('\uFEFFa;b\r\n"x;""y""";-0,05\r\n\'=1+1;1234,56\r\n');
    for (const sign of '=+-@＝＋－＠')
      expect(csvText(['a'], [[`${sign}1`]])).toBe(`\uFEFFa\r\n'${sign}1\r\n`);
  });

  test('two streamers have two auxiliary accounts, however alike their ids begin, and a name of any signs keeps the columns', () => {
    const names = ['Anne\uFFFE\u0001\u2028\ud83dB|C', 'Zoé\r\n\tX'];
    const entries = ['0000', '1111'].flatMap((middle, index) => {
      const id = `3f1d2c4b-${middle}-4000-8000-000000000000`;
      const sale = capture({ streamerId: id, amount: cents(4_500), fee: basisPoints(1_500) });
      return booked([sale.posting]).map((entry) =>
        entryOf(
          {
            ...entry,
            lines: entry.lines.map((line) => ({
              ...line,
              streamer: line.streamer && { ...line.streamer, name: names[index] ?? null },
            })),
          },
          VAT,
        ),
      );
    });
    const text = fecText(entries);
    expect(checkFec('000000000FEC20261031.txt', text)).toEqual([]);
    const rows = text.split('\r\n').map((line) => line.split('\t'));
    const auxiliaries = new Map(rows.slice(1).map((row) => [row[6], row[7]] as const));
    auxiliaries.delete('');
    auxiliaries.delete(undefined);
    expect([...auxiliaries.values()]).toEqual(['Anne B C', 'Zoé X']);
  });
});
