import { randomUUID } from 'node:crypto';
import { type Cut, discounted } from '#product/commerce/rules/discount.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import { formatInstant, type Instant, later, MILLIS_PER_DAY } from '#product/shared/time/instant.ts';
import type { DemoDiscount } from './session-story.ts';
import { add, type Tables } from './story-rows.ts';

/** A code of the demo, and which of the places taken meanwhile were taken with it. */
export interface DemoCode {
  readonly id: string;
  /** Null: the team's. */
  readonly streamerId: string | null;
  readonly code: string;
  readonly cut: Cut;
  readonly from: Instant;
  readonly until: Instant | null;
  /** One place in so many. */
  readonly oneIn: number;
}

/** Codes of the sample streamer, a past one among them, and one of the team's. */
export function seedCodes(tables: Tables, sampleId: string, now: Instant): DemoCode[] {
  const ago = (days: number) => later(now, -days * MILLIS_PER_DAY);
  const code = (
    made: Omit<DemoCode, 'id'>,
    more: { stopped?: Instant; mostUses?: number; firstOnly?: boolean },
  ) => {
    const id = randomUUID();
    const { cut } = made;
    add(tables, 'public.discount_codes', {
      id,
      streamer_id: made.streamerId,
      code: made.code,
      percent: cut.kind === 'percent' ? cut.percent : null,
      amount_cents: cut.kind === 'amount' ? cut.amount : null,
      first_only: more.firstOnly ?? false,
      most_uses: more.mostUses ?? null,
      most_each: null,
      starts_at: formatInstant(made.from),
      ends_at: made.until === null ? null : formatInstant(made.until),
      stopped_at: more.stopped ? formatInstant(more.stopped) : null,
      created_at: formatInstant(made.from),
    });
    return { ...made, id };
  };
  const percent = (value: number): Cut => ({ kind: 'percent', percent: value });
  const amount: Cut = { kind: 'amount', amount: cents(500) };
  return [
    code(
      { streamerId: sampleId, code: 'ETE20', cut: percent(20), from: ago(150), until: ago(100), oneIn: 3 },
      { stopped: ago(100) },
    ),
    code(
      {
        streamerId: sampleId,
        code: 'MERCI5',
        cut: amount,
        from: ago(21),
        until: later(now, 40 * MILLIS_PER_DAY),
        oneIn: 4,
      },
      { mostUses: 100 },
    ),
    code(
      { streamerId: sampleId, code: 'PREMIERE', cut: percent(15), from: ago(2), until: null, oneIn: 0 },
      { firstOnly: true },
    ),
    code(
      {
        streamerId: null,
        code: 'LOGE10',
        cut: percent(10),
        from: ago(60),
        until: later(now, 30 * MILLIS_PER_DAY),
        oneIn: 9,
      },
      { mostUses: 1_000 },
    ),
  ];
}

/** The code with which a place was taken, by the minute at which it was; null: with none. */
export function discountOf(
  codes: readonly DemoCode[],
  { streamerId, euros, heldAt }: { streamerId: string; euros: number; heldAt: Instant },
): DemoDiscount | null {
  const minute = Math.floor(heldAt / 60_000);
  for (const { id, code, cut, from, until, oneIn, streamerId: owner } of codes) {
    const meant = oneIn > 0 && minute % oneIn === 0 && (owner === null || owner === streamerId);
    if (!meant || heldAt < from || (until !== null && heldAt >= until)) continue;
    const bearer = owner === null ? 'platform' : 'streamer';
    const list = { price: cents(euros * 100), fee: basisPoints(DEFAULT_SETTINGS.fee) };
    const made = discounted(list, cut, bearer);
    if (made.ok) return { codeId: id, code, bearer, amount: made.value.discount, ...made.value.terms };
  }
  return null;
}
