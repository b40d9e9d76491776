import { describe, expect, test } from 'vitest';
import { peopleViewOf } from './people.ts';

const viewOf = (query: string) => peopleViewOf(new URLSearchParams(query));

describe('the list of people', () => {
  test('starts with the newest accounts', () => {
    expect(viewOf('')).toEqual({
      search: '',
      role: null,
      state: null,
      sort: { key: 'created_at', direction: 'descending' },
      page: 1,
    });
  });

  test('keeps its filters, order and page in the address', () => {
    expect(
      viewOf('q= Éloïse &role=streamer&state=suspended&sort=sort_name&direction=ascending&page=3'),
    ).toEqual({
      search: 'Éloïse',
      role: 'streamer',
      state: 'suspended',
      sort: { key: 'sort_name', direction: 'ascending' },
      page: 3,
    });
  });

  test.each(['role=owner', 'state=dead', 'sort=password', 'page=0', 'page=-1', 'page=1.5', 'page=x'])(
    'takes %s for nothing',
    (query) => {
      expect(viewOf(query)).toEqual(viewOf(''));
    },
  );
});
