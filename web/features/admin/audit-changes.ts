import type { Words } from '#product/shared/audit-words.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import { ACTS } from '#web/features/admin/audit.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatCount, formatDateTime, formatMoney, formatRate, plural } from '#web/lib/format.ts';

type Of<As extends Words['as']> = Extract<Words, { as: As }>;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const withUnit = (said: string, unit: string): string => (unit === '' ? said : `${said} ${unit}`);

function textOf(value: unknown, { unit, most }: Of<'text'>): string {
  if (typeof value === 'number') return unit === '' ? String(value) : `${formatCount(value)} ${unit}`;
  return typeof value === 'string' ? withUnit(value.slice(0, most), unit) : '';
}

function countOf(value: unknown, { one, many, none }: Of<'count'>): string {
  const size = Array.isArray(value) ? value.length : value;
  return typeof size === 'number' && size > 0 ? plural(size, one, many) : none;
}

function wordOf(value: unknown, { words, otherwise }: Of<'oneOf'>): string {
  const key = String(value);
  return (Object.hasOwn(words, key) ? words[key] : null) ?? otherwise;
}

/** One side of a fact. */
function sideText(value: unknown, words: Words, actorId: string | null): string {
  switch (words.as) {
    case 'nothing':
    case 'categoryOrder':
    case 'turn':
      return '';
    case 'category':
      return typeof value === 'string' ? categoryName(value) : '';
    case 'member':
      if (typeof value !== 'string') return 'personne';
      return value === actorId ? 'l’auteur de l’entrée' : 'un autre membre de l’équipe';
    case 'quotation':
      return typeof value === 'string' ? `« ${value} »` : '';
    case 'rate':
      return formatRate(Number(value) / 10_000);
    case 'text':
      return textOf(value, words);
    case 'money':
      return typeof value === 'number' ? withUnit(formatMoney(value), words.unit) : '';
    case 'instant':
      return typeof value === 'string'
        ? `${words.preposition} ${formatDateTime(value, TEAM_ZONE, { weekday: false, year: true })}`
        : words.never;
    case 'count':
      return countOf(value, words);
    case 'oneOf':
      return Array.isArray(value)
        ? value.map((each) => wordOf(each, words)).join(' et ') || words.otherwise
        : wordOf(value, words);
    case 'presence':
      return value === null ? words.none : words.some;
  }
}

/** The part of a list that was put into another order, four at most of it. */
function moved(before: unknown, after: unknown): string {
  const [was, is] = [listOf(before).map(String), listOf(after).map(String)];
  const first = was.findIndex((id, index) => id !== is[index]);
  const from = first === -1 ? was.length : first;
  const shown = (ids: string[]) =>
    `${ids
      .slice(from, from + 4)
      .map(categoryName)
      .join(', ')}${ids.length > from + 4 ? '…' : ''}`;
  return `à partir de la place ${String(from + 1)} : ${shown(was)} → ${shown(is)}`;
}

/** A fact that has both sides: « before → after », or what differs of a list. */
function bothText(was: unknown, is: unknown, words: Words, actorId: string | null): string {
  if (words.as === 'categoryOrder') return moved(was, is);
  if (words.as === 'turn') return is === true ? words.done : '';
  const said = [...new Set([was, is].map((value) => sideText(value, words, actorId)))].filter(Boolean);
  if (words.as === 'count' && words.reordered !== null && said.length === 1)
    return `${said.join('')}, ${words.reordered}`;
  return said.join(' → ');
}

type Side = Readonly<Record<string, unknown>> | null;

/**
 * Describes a change in a few words with before and after; empty when the action says it all, or
 * has no command any more.
 */
export function changeText(entry: {
  action: string;
  actor_id: string | null;
  before: Side;
  after: Side;
}): string {
  const { action, actor_id: actorId, before, after } = entry;
  const facts: Readonly<Record<string, Words>> = ACTS.get(action)?.audit.words ?? {};
  return Object.entries(facts)
    .flatMap(([fact, words]) => {
      const sides = [before, after].flatMap((side) => (side && fact in side ? [side[fact]] : []));
      const [was, is] = sides;
      const said =
        sides.length === 2
          ? bothText(was, is, words, actorId)
          : sides.map((value) => sideText(value, words, actorId)).join('');
      if (said === '') return [];
      return [words.title === undefined ? said : `${words.title} ${said}`];
    })
    .join(', ');
}
