import type { TeamDuty } from './team-roles.ts';

/**
 * How a fact of the audit log is said in French: alone, and « before → after » where it changed.
 * Data, which the team's pages read (web/features/admin/audit-changes.ts).
 */
export type Words = {
  /** The words before it. */
  title?: string;
} & (
  | { as: 'nothing' | 'category' | 'categoryOrder' | 'member' | 'quotation' | 'rate' }
  | { as: 'text'; unit: string; most: number }
  | { as: 'money'; unit: string }
  | { as: 'instant'; preposition: string; never: string }
  | { as: 'count'; one: string; many: string; none: string; reordered: string | null }
  | { as: 'oneOf'; words: Readonly<Record<string, string>>; otherwise: string }
  | { as: 'presence'; none: string; some: string }
  | { as: 'turn'; done: string }
);

/** The words that facts are said with. */
export const say = {
  /** Neither an id nor what the subject says already is told. */
  nothing: { as: 'nothing' },
  /** A category, by its id. */
  category: { as: 'category' },
  /** The part of a list of categories that was put into another order. */
  categoryOrder: { as: 'categoryOrder' },
  /** Somebody of the team, for who reads about the work: the log names the author alone. */
  member: { as: 'member' },
  /** A name or a title, in guillemets. */
  quotation: { as: 'quotation' },
  /** Basis points, as a percentage. */
  rate: { as: 'rate' },
  /**
   * A word or a number as it is.
   * @param unit what follows it
   * @param most characters after which it is cut
   */
  text: (unit = '', most = Number.MAX_SAFE_INTEGER): Words => ({ as: 'text', unit, most }),
  /** Cents. @param unit what follows the amount */
  money: (unit = ''): Words => ({ as: 'money', unit }),
  /** « le 12 mars 2026 à 18 h 30 »; @param never without an instant */
  on: (never = ''): Words => ({ as: 'instant', preposition: 'le', never }),
  /** « à partir du 12 mars 2026 à 18 h 30 » */
  from: { as: 'instant', preposition: 'à partir du', never: '' },
  /** « jusqu’au 12 mars 2026 à 18 h 30 »; @param never without an instant */
  until: (never = ''): Words => ({ as: 'instant', preposition: 'jusqu’au', never }),
  /**
   * How many, or how long a list is.
   * @param none for zero
   * @param reordered added where a list changed and is as long as before
   */
  count: (one: string, many: string, none = '', reordered: string | null = null): Words => ({
    as: 'count',
    one,
    many,
    none,
    reordered,
  }),
  /**
   * One of a few words, or several of them; true and false are words too.
   * @param otherwise for anything else
   */
  oneOf: (words: Readonly<Record<string, string>>, otherwise = ''): Words => ({
    as: 'oneOf',
    words,
    otherwise,
  }),
  /** Whether there is something at all. */
  presence: (none: string, some: string): Words => ({ as: 'presence', none, some }),
  /** Said of what has become true, and of nothing else. */
  turn: (done: string): Words => ({ as: 'turn', done }),
  /** The same words after a title. */
  titled: (title: string, words: Words): Words => ({ ...words, title }),
} as const satisfies Record<string, Words | ((...given: never[]) => Words)>;

type Names = readonly string[] | null;
type NamesOf<List> = List extends readonly string[] ? List[number] : never;
type Always<Name> = Name extends `${string}?` ? never : Name;
type Sometimes<Name> = Name extends `${infer Fact}?` ? Fact : never;
type FactsOf<List extends Names> = (Always<NamesOf<List>> | Sometimes<NamesOf<List>>) & string;

/** The audit log's entry about an act. */
export interface Entry<Before extends Names = Names, After extends Names = Names> {
  /** The name of the act in the team's log, in French. */
  readonly label: string;
  /**
   * The facts as they were; null where there was nothing, and `?` after a fact that not every entry
   * has.
   */
  readonly before: Before;
  /** The facts as they are since; null where nothing is left. */
  readonly after: After;
  /** Words for each fact, in the order in which they are read. */
  readonly words: { readonly [Fact in FactsOf<Before> | FactsOf<After>]: Words };
  /**
   * Those of the team who read its entries, besides `all`: the ones that may read what they are
   * about. Null: everybody of the team.
   */
  readonly readBy: readonly TeamDuty[] | null;
}

/** The facts of an entry before, or after. */
export type Side<List extends Names> = List extends null
  ? null
  : { [Fact in Always<NamesOf<List>> & string]: unknown } & { [Fact in Sometimes<NamesOf<List>>]?: unknown };

/**
 * The facts, their words and their readers of an act. Everybody of the team reads its entries
 * unless `readBy` says who does.
 */
export const entry = <const Before extends Names, const After extends Names>({
  readBy = null,
  ...facts
}: Omit<Entry<Before, After>, 'readBy'> & { readBy?: readonly TeamDuty[] | null }): Entry<Before, After> => ({
  ...facts,
  readBy,
});

/** An act that the audit log keeps and that no command is: a task's or the server's own. */
export interface Act<Name extends string = string, Kept extends Entry = Entry> {
  readonly name: Name;
  readonly audit: Kept;
}

/**
 * Names an act of a task or of the server. The name is fixed for ever, as those of commands are.
 */
export const act = <Name extends string, Kept extends Entry>(name: Name, audit: Kept): Act<Name, Kept> => ({
  name,
  audit,
});
