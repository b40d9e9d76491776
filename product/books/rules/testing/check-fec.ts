import { FEC_COLUMNS } from '../files.ts';

const isDay = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === `${year}-${month}-${day}`;
};

const cents = (text: string): number =>
  /^\d+,\d{2}$/.test(text) ? Number(text.replace(',', '')) : Number.NaN;

/**
 * Checks a « fichier des écritures comptables » against art. A47 A-1 LPF and the list of the administration's own test program (Test Compta
 * Demat): it is written from that list, and shares nothing with what makes the file but the names of the columns.
 * @returns what is wrong, in English; nothing for a file that may be handed over
 */
export function checkFec(name: string, text: string): string[] {
  const faults: string[] = [];
  const [, lastDay = ''] = /^\d{9}FEC(\d{8})\.txt$/.exec(name) ?? [];
  if (!isDay(lastDay)) faults.push(`the name ${name}`);
  if (!text.endsWith('\r\n')) faults.push('the last line does not end');
  const [header = '', ...lines] = text.slice(0, -2).split('\r\n');
  if (header !== FEC_COLUMNS.join('\t')) faults.push(`the header ${header}`);
  const sums = new Map<number, number>();
  let last = 0;
  let lastDate = '';
  for (const [index, line] of lines.entries()) {
    const fault = (what: string) => faults.push(`line ${index + 2}: ${what}`);
    const cells = line.split('\t');
    if (cells.length !== 18) fault(`${cells.length} columns`);
    const at = (column: (typeof FEC_COLUMNS)[number]): string => cells[FEC_COLUMNS.indexOf(column)] ?? '';
    for (const column of ['JournalCode', 'JournalLib', 'CompteLib', 'PieceRef', 'EcritureLib'] as const)
      if (at(column).trim() === '') fault(`no ${column}`);
    const number = Number(at('EcritureNum'));
    if (number !== last && number !== last + 1) fault(`entry ${at('EcritureNum')} after ${last}`);
    last = number;
    for (const column of ['EcritureDate', 'PieceDate', 'ValidDate'] as const)
      if (!isDay(at(column))) fault(`${column} ${at(column)}`);
    if (at('EcritureDate') < lastDate) fault('entries are not in the order of their dates');
    lastDate = at('EcritureDate');
    if (at('EcritureDate') > lastDay || at('EcritureDate').slice(0, 4) !== lastDay.slice(0, 4))
      fault('outside of the year');
    if (at('ValidDate') < at('EcritureDate')) fault('validated before it was entered');
    if (!/^[1-7]\d{2,}$/.test(at('CompteNum'))) fault(`account ${at('CompteNum')}`);
    if ((at('CompAuxNum') === '') !== (at('CompAuxLib') === '')) fault('half of an auxiliary account');
    const [debit, credit] = [cents(at('Debit')), cents(at('Credit'))];
    if (Number.isNaN(debit) || Number.isNaN(credit)) fault(`amounts ${at('Debit')} and ${at('Credit')}`);
    if ((debit === 0) === (credit === 0)) fault('on both sides, or on none');
    if ((at('Montantdevise') === '') !== (at('Idevise') === '')) fault('half of a foreign amount');
    sums.set(number, (sums.get(number) ?? 0) + debit - credit);
  }
  for (const [number, sum] of sums) if (sum !== 0) faults.push(`entry ${number} is off by ${sum} cents`);
  return faults;
}
