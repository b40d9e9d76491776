import type { Business } from '#product/shared/business.ts';
import { type Cents, sum } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import {
  frenchDate,
  LEFT,
  QUIET,
  RIGHT,
  renderPdf,
  rule,
  WIDTH,
  write,
} from '#server/integrations/pdf/render-pdf.ts';
import { partyOf } from './render-document.ts';

/** The facts of a yearly statement. */
interface Statement {
  reference: string;
  /** Local date in Paris, `YYYY-MM-DD`. */
  issuedOn: string;
  year: number;
  operator: Business;
  /** A business as on its invoices; of anybody else the name alone. */
  seller: Business | { readonly name: string };
  quarters: readonly { quarter: number; sessions: number; credited: Cents; fee: Cents }[];
}

const QUARTERS = ['Janvier à mars', 'Avril à juin', 'Juillet à septembre', 'Octobre à décembre'];
/** Right edges of the three columns of figures. */
const COLUMNS = { sessions: RIGHT - 210, credited: RIGHT - 105, fee: RIGHT } as const;

/** The statement as a PDF/A-3b of one page. The same statement gives the same bytes. */
export const renderStatement = (statement: Statement, at: Date): Promise<Buffer> =>
  renderPdf({ title: `Relevé annuel ${statement.reference}`, at }, (pdf) => {
    const { reference, issuedOn, year, operator, seller, quarters } = statement;
    write(pdf, `Relevé annuel ${year}`, { y: 56, size: 24, weight: 'bold' });
    write(pdf, 'Loge', { y: 62, size: 12, weight: 'bold', color: QUIET, align: 'right' });
    let y = 96;
    for (const line of [
      `N° ${reference}`,
      `Date\u00a0: ${frenchDate(issuedOn)}`,
      `Période du 01/01/${year} au 31/12/${year}`,
    ])
      y = write(pdf, line, { y });
    y += 20;
    y =
      Math.max(
        partyOf(pdf, 'Plateforme', operator, LEFT, y),
        partyOf(
          pdf,
          'Vendeur',
          'siren' in seller ? seller : { ...seller, country: 'FR' },
          LEFT + WIDTH / 2 + 16,
          y,
        ),
      ) + 28;
    const row = (
      cells: readonly [string, string, string, string],
      at: number,
      head = false,
      bold = false,
    ) => {
      const style = head ? { size: 8.5, color: QUIET } : bold ? { weight: 'bold' as const } : {};
      write(pdf, cells[0], { y: at, width: 190, ...style });
      let below = at;
      for (const [index, right] of [COLUMNS.sessions, COLUMNS.credited, COLUMNS.fee].entries())
        below = write(pdf, cells[index + 1] ?? '', {
          x: right - 100,
          y: at,
          width: 100,
          align: 'right',
          ...style,
        });
      return below + 6;
    };
    y = row(['Trimestre', 'Sessions', 'Montant net', 'Commission'], y, true);
    rule(pdf, y);
    y += 10;
    for (const { quarter, sessions, credited, fee } of quarters)
      y = row([QUARTERS[quarter - 1] ?? '', String(sessions), formatEuros(credited), formatEuros(fee)], y);
    rule(pdf, y + 2);
    y = row(
      [
        `Année ${year}`,
        String(quarters.reduce((total, { sessions }) => total + sessions, 0)),
        formatEuros(sum(quarters.map(({ credited }) => credited))),
        formatEuros(sum(quarters.map(({ fee }) => fee))),
      ],
      y + 14,
      false,
      true,
    );
    y += 24;
    for (const mention of [
      'Montant net\u00a0: les sommes devenues disponibles dans le trimestre, remboursements déduits, sans la commission de Loge. Les trimestres sont ceux de l’heure de Paris.',
      'Ces montants sont ceux qu’une plateforme déclare à l’administration fiscale pour chaque vendeur (art. 1649 ter A du CGI).',
      'Ce relevé n’est pas une facture. L’identité fiscale complète du vendeur se lit dans ses revenus, sur Loge.',
    ])
      y = write(pdf, mention, { y, size: 8.5, color: QUIET }) + 2;
  });
