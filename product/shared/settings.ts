import { type BasisPoints, basisPoints, type Cents, cents } from './money/cents.ts';

/**
 * The settings that an admin can change (marked * in the product's rules). Rows with versions: a
 * booking and its payment keep the version that they were made under, so a new fee never touches a
 * sale already made.
 */
export interface PlatformSettings {
  /** Rises by one with each change. */
  readonly version: number;
  /** Share of the price that the platform keeps, processing included. */
  readonly fee: BasisPoints;
  /** Hours from the session's end until the streamer's share is available. */
  readonly pendingHours: number;
  /** No payout is made below it. */
  readonly leastPayout: Cents;
}

/** The settings of a new installation. */
export const DEFAULT_SETTINGS: PlatformSettings = {
  version: 1,
  fee: basisPoints(1_500),
  pendingHours: 48,
  leastPayout: cents(2_000),
};

/** The bounds within which an admin may choose. */
export const SETTING_LIMITS = {
  feeBasisPoints: { min: 0, max: 3_000 },
  pendingHours: { min: 0, max: 30 * 24 },
  leastPayoutCents: { min: 100, max: 50_000 },
} as const;

/** The names of the settings that are outside their limits; empty when all are within. */
export function settingsOutOfLimits({ fee, pendingHours, leastPayout }: PlatformSettings): string[] {
  const within = (value: number, { min, max }: { min: number; max: number }): boolean =>
    Number.isInteger(value) && value >= min && value <= max;
  const checks = {
    fee: within(fee, SETTING_LIMITS.feeBasisPoints),
    pendingHours: within(pendingHours, SETTING_LIMITS.pendingHours),
    leastPayout: within(leastPayout, SETTING_LIMITS.leastPayoutCents),
  };
  return Object.entries(checks).flatMap(([name, valid]) => (valid ? [] : [name]));
}
