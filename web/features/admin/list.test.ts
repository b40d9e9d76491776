import { describe, expect, test } from 'vitest';
import { type ListColumn, sheetColumns, textOf, viewOf } from './list.ts';

const people = {
  filters: {
    role: { label: 'Rôle', all: 'Tous', values: { viewer: 'Viewer', streamer: 'Streamer' } },
    state: { label: 'État', all: 'Tous', values: { active: 'Actif', suspended: 'Suspendu' } },
  },
  sorts: ['created_at', 'sort_name'] as const,
};
const peopleOf = (query: string) => viewOf(people, new URLSearchParams(query));

describe('a list of the admin’s', () => {
  test('starts with the newest', () => {
    expect(peopleOf('')).toEqual({
      search: '',
      patterns: [],
      chosen: { role: null, state: null },
      who: null,
      days: null,
      sort: { key: 'created_at', direction: 'descending', asked: false },
      page: 1,
    });
  });

  test('of days is read from the morning of those to come, and from the end of a history, as its header says', () => {
    const sessionsOf = (query: string) =>
      viewOf({ ...people, days: 'today' }, new URLSearchParams(query)).sort.direction;
    expect(['', 'days=tomorrow', 'days=all', 'q=camille', 'direction=descending'].map(sessionsOf)).toEqual([
      'ascending',
      'ascending',
      'descending',
      'descending',
      'descending',
    ]);
  });

  test('keeps its filters, order and page in the address', () => {
    expect(
      peopleOf('q= Éloïse &role=streamer&state=suspended&sort=sort_name&direction=ascending&page=3'),
    ).toEqual({
      search: 'Éloïse',
      patterns: ['%eloise%'],
      chosen: { role: 'streamer', state: 'suspended' },
      who: null,
      days: null,
      sort: { key: 'sort_name', direction: 'ascending', asked: true },
      page: 3,
    });
  });

  test('is narrowed to one person where it can be, and to nobody who has no id', () => {
    const id = '0a1b2c3d-0000-4000-8000-00000000000f';
    const narrowed = (query: string, ofPerson?: true) =>
      viewOf({ ...people, ...(ofPerson && { ofPerson }) }, new URLSearchParams(query)).who;
    expect(narrowed(`who=${id}`, true)).toBe(id);
    expect(narrowed(`who=${id}`)).toBeNull();
    for (const query of ['', 'who=', 'who=camille', `who=${id},streamer_id.eq.${id}`])
      expect(narrowed(query, true)).toBeNull();
  });

  test('looks for each word by itself, and for the wildcards of patterns as letters', () => {
    expect(peopleOf('q=100% Jean_Luc').patterns).toEqual(['%100\\%%', '%jean\\_luc%']);
  });

  test.each([
    'role=owner',
    'role=toString',
    'state=dead',
    'sort=password',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
  ])('takes %s for nothing', (query) => {
    expect(peopleOf(query)).toEqual(peopleOf(''));
  });
});

describe('a column in a spreadsheet', () => {
  interface Row {
    name: string;
    places: number;
    cents: number;
  }
  const row: Row = { name: 'Anouk', places: 2, cents: 900 };
  const cells = (column: ListColumn<Row>) =>
    sheetColumns(column).map(([header, text]) => [header, text(row)]);

  test('says its cell or its words, has one column for each of two facts, and none where it only acts', () => {
    const cell = ({ name }: Row) => name;
    expect(cells({ key: 'name', header: 'Nom', cell })).toEqual([['Nom', 'Anouk']]);
    expect(cells({ key: 'name', header: 'Nom', cell: () => null, text: cell })).toEqual([['Nom', 'Anouk']]);
    const both: ListColumn<Row> = {
      key: 'booked',
      header: 'Places et argent',
      cell: () => null,
      texts: { Places: ({ places }) => String(places), Argent: ({ cents }) => `${cents / 100} €` },
    };
    expect(cells(both)).toEqual([
      ['Places', '2'],
      ['Argent', '9 €'],
    ]);
    expect(textOf(both, row)).toBe('2, 9 €');
    expect(cells({ key: 'do', header: 'Actions', cell, acts: true })).toEqual([]);
  });
});
