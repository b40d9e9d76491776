import { type BasisPoints, basisPoints, type Cents, cents } from '#product/shared/money/cents.ts';

/**
 * How a micro-entrepreneur's sessions are classed: as a liberal activity, as a commercial service,
 * or by a regulated profession of the CIPAV.
 */
export type Activity = 'bnc' | 'bic' | 'cipav';

/** The State's rates for a micro-entreprise in one year. */
export interface IncomeRates {
  year: number;
  activities: Readonly<Record<Activity, ActivityRates>>;
  vat: {
    rate: BasisPoints;
    /** Above it the exemption ends with the year. */
    exemption: Cents;
    /** Above it the exemption ends at once. */
    exemptionMax: Cents;
  };
  /** Turnover above which, two years in a row, a business is no longer a micro-entreprise. */
  ceiling: Cents;
  /** The least that is deducted for expenses. */
  minimalAllowance: Cents;
  /** Shares of income per person of the household, each from its lower bound on. */
  scale: readonly { from: Cents; share: BasisPoints }[];
  /**
   * Household of one and of two: the rebate is `most` less 45.25 % of the tax, while that is
   * positive.
   */
  rebate: { most: Record<1 | 2, Cents>; share: BasisPoints };
}

interface ActivityRates {
  contributions: BasisPoints;
  /**
   * Contributions of the first year with the Acre, by when the business began: before 1 July 2026,
   * or since.
   */
  acre: { beforeJuly: BasisPoints; sinceJuly: BasisPoints };
  /** Contribution to vocational training (CFP). */
  training: BasisPoints;
  /**
   * The income tax of people who chose to pay it with the contributions (versement libératoire).
   */
  flatTax: BasisPoints;
  /** The deduction for expenses before the tax scale applies. */
  allowance: BasisPoints;
}

const percent = (share: number): BasisPoints => basisPoints(Math.round(share * 100));
const euros = (amount: number): Cents => cents(amount * 100);

/**
 * By year, the newest last. Each figure's source: contributions: CSS art. D. 613-4, décret n°
 * 2025-943 of 8 September 2025 | Acre: décret n° 2026-69 of 6 February 2026, half before 1 July
 * 2026 and a quarter less from then on. The CIPAV's pensions are not reduced in full, so half is
 * 13.4 % there. For who began since July the Urssaf's model 11.1.0 still says 13.4 %, which the
 * decree contradicts: 18.3 % is worked out from it, 23.2 less half of the 9.8 points | training:
 * art. L. 6331-48 of the Code du travail | flat tax: CGI art. 151-0 | allowances: CGI art. 50-0 and
 * 102 ter | VAT: CGI art. 293 B | ceiling: thresholds of 2026 to 2028 | scale and rebate: CGI art.
 * 197, income of 2025, the newest that is voted. All but VAT are held against the Urssaf's own
 * model, `modele-social`, by urssaf.soak.test.ts. Left out: the tax for the chamber of commerce
 * (0.044 % of commercial services) and the CFE, which each town sets.
 */
export const INCOME_RATES: readonly IncomeRates[] = [
  {
    year: 2026,
    activities: {
      bnc: {
        contributions: percent(25.6),
        acre: { beforeJuly: percent(12.8), sinceJuly: percent(19.2) },
        training: percent(0.2),
        flatTax: percent(2.2),
        allowance: percent(34),
      },
      bic: {
        contributions: percent(21.2),
        acre: { beforeJuly: percent(10.6), sinceJuly: percent(15.9) },
        training: percent(0.1),
        flatTax: percent(1.7),
        allowance: percent(50),
      },
      cipav: {
        contributions: percent(23.2),
        acre: { beforeJuly: percent(13.4), sinceJuly: percent(18.3) },
        training: percent(0.2),
        flatTax: percent(2.2),
        allowance: percent(34),
      },
    },
    vat: { rate: percent(20), exemption: euros(37_500), exemptionMax: euros(41_250) },
    ceiling: euros(83_600),
    minimalAllowance: euros(305),
    scale: [
      { from: euros(0), share: percent(0) },
      { from: euros(11_600), share: percent(11) },
      { from: euros(29_579), share: percent(30) },
      { from: euros(84_577), share: percent(41) },
      { from: euros(181_917), share: percent(45) },
    ],
    rebate: { most: { 1: euros(897), 2: euros(1_483) }, share: percent(45.25) },
  },
];

/** The newest rates; a test fails once their year is over. */
export const currentRates = (): IncomeRates => {
  const newest = INCOME_RATES.at(-1);
  if (!newest) throw new Error('the table of rates is empty');
  return newest;
};
