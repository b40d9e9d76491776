import { expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms();
const all = () => films.anon.from('films').select('id').order('id');
type Asked = ReturnType<typeof all>;

test.each<[string, (asked: Asked) => PromiseLike<{ data: { id: number }[] | null }>, number[]]>([
  ['eq', (asked) => asked.eq('id', 2), [2]],
  ['neq', (asked) => asked.neq('id', 2), [1, 3, 4, 5]],
  ['gt', (asked) => asked.gt('year', 2011), [3]],
  ['gte', (asked) => asked.gte('year', 2011), [3, 4]],
  ['lt', (asked) => asked.lt('year', 1964), [1]],
  ['lte', (asked) => asked.lte('year', 1964), [1, 2]],
  ['like', (asked) => asked.like('title', 'Tom%'), [4]],
  ['ilike', (asked) => asked.ilike('title', 'tom%'), [4]],
  ['likeAllOf', (asked) => asked.likeAllOf('title', ['Cl%', '%7']), [1]],
  ['likeAnyOf', (asked) => asked.likeAnyOf('title', ['Cl%', 'Tom%']), [1, 4]],
  ['ilikeAllOf', (asked) => asked.ilikeAllOf('title', ['cl%', '%7']), [1]],
  ['ilikeAnyOf', (asked) => asked.ilikeAnyOf('title', ['cl%', 'tom%']), [1, 4]],
  ['regexMatch', (asked) => asked.regexMatch('title', '^Cl.o'), [1]],
  ['regexIMatch', (asked) => asked.regexIMatch('title', '^cl.o|^TOM'), [1, 4]],
  ['isDistinct', (asked) => asked.isDistinct('seen', true), [2, 4, 5]],
  ['notIn', (asked) => asked.notIn('id', [1, 2, 3]), [4, 5]],
  ['is', (asked) => asked.is('seen', null), [4, 5]],
  ['in', (asked) => asked.in('id', [1, 5]), [1, 5]],
  ['contains', (asked) => asked.contains('tags', ['musical']), [2]],
  ['containedBy', (asked) => asked.containedBy('tags', ['musical', 'cherbourg']), [2, 4, 5]],
  ['overlaps', (asked) => asked.overlaps('tags', ['musical', 'peinture']), [2, 3]],
  ['rangeGt', (asked) => asked.rangeGt('shown', '[1963-01-01,1963-02-01)'), [2, 3]],
  ['rangeGte', (asked) => asked.rangeGte('shown', '[1963-01-01,1963-02-01)'), [2, 3]],
  ['rangeLt', (asked) => asked.rangeLt('shown', '[1963-01-01,1963-02-01)'), [1]],
  ['rangeLte', (asked) => asked.rangeLte('shown', '[1963-01-01,1963-02-01)'), [1]],
  ['rangeAdjacent', (asked) => asked.rangeAdjacent('shown', '[1962-08-01,1962-09-01)'), [1]],
  ['textSearch', (asked) => asked.textSearch('plot', 'peintre', { config: 'french' }), [3]],
  ['match', (asked) => asked.match({ id: 2 }), [2]],
  ['not', (asked) => asked.not('id', 'gt', 1), [1]],
  ['or', (asked) => asked.or('id.eq.1,year.gt.2011'), [1, 3]],
  ['filter', (asked) => asked.filter('id', 'eq', '2'), [2]],
])('the official client’s %s', async (_, filtered, expected) => {
  const { data } = await filtered(all());
  expect(data?.map(({ id }) => id)).toEqual(expected);
});
