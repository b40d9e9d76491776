import type { Instant } from '#product/shared/time/instant.ts';

/** Why an event of an imported calendar could not be read as it was meant. */
export type UnreadReason =
  | 'unknown_zone'
  | 'unsure_zone'
  | 'bad_rule'
  | 'endless_rule'
  | 'too_many_rules'
  | 'bad_exception'
  | 'bad_time'
  | 'bad_length'
  | 'no_start'
  | 'broken_line';

/** Events that share a reason, as their streamer is told. */
export interface UnreadEvents {
  readonly reason: UnreadReason;
  /** The calendar's own word for it: a zone, a rule; null when there is none. */
  readonly name: string | null;
  readonly events: number;
  /** When the first of them begin, where that can be known; a few. */
  readonly starts: readonly Instant[];
}

/** The most reasons that are told of a calendar, and the most starts of each. */
export const MOST_UNREAD = { reasons: 20, starts: 5, name: 120 } as const;

const count = (events: number, one: string, many: string) =>
  events === 1 ? `Un rendez-vous ${one}` : `${events} rendez-vous ${many}`;

/** The sentence about each, in French: the finding, and how Loge treated it. */
const SENTENCES: Readonly<Record<UnreadReason, (name: string, events: number) => string>> = {
  unknown_zone: (name, events) =>
    `${
      name === ''
        ? count(events, 'ne dit pas son fuseau', 'ne disent pas leur fuseau')
        : `${count(events, 'est noté', 'sont notés')} au fuseau « ${name} », que nous ne connaissons pas`
    } : ${events === 1 ? 'il est lu' : 'ils sont lus'} à l’heure de votre fuseau.`,
  unsure_zone: (name, events) =>
    `${count(events, 'est noté', 'sont notés')} au fuseau « ${name} », dont nous ne connaissons que le décalage : ${events === 1 ? 'il est lu' : 'ils sont lus'} avec ce décalage toute l’année, sans heure d’été.`,
  bad_rule: (name, events) =>
    `${count(events, 'se répète', 'se répètent')} selon une règle illisible (${name}) : seule la première date est fermée.`,
  endless_rule: (name, events) =>
    `${count(events, 'se répète', 'se répètent')} trop souvent pour être ${events === 1 ? 'lu' : 'lus'} (${name}) : seule la première date est fermée.`,
  too_many_rules: (name, events) =>
    `${count(events, 'se répète', 'se répètent')} selon ${name} règles, plus que Loge n’en suit : seules les premières sont lues.`,
  bad_exception: (name, events) =>
    `${count(events, 'saute', 'sautent')} des dates selon une règle illisible (${name}) : ces dates restent fermées.`,
  bad_time: (name, events) =>
    `${count(events, 'porte', 'portent')} une date ou une heure qui n’existe pas${name === '' ? '' : ` (${name})`}.`,
  bad_length: (name, events) =>
    `${count(events, 'porte', 'portent')} une durée illisible${name === '' ? '' : ` (${name})`} et ne ${events === 1 ? 'ferme' : 'ferment'} rien.`,
  no_start: (_name, events) =>
    `${count(events, 'n’a pas', 'n’ont pas')} de début et ne ${events === 1 ? 'ferme' : 'ferment'} rien.`,
  broken_line: (_name, events) =>
    `${count(events, 'est abîmé', 'sont abîmés')} et ne ${events === 1 ? 'ferme' : 'ferment'} rien.`,
};

/** The sentence about events that could not be read, without their dates. */
export const unreadSentence = ({ reason, name, events }: Omit<UnreadEvents, 'starts'>): string =>
  SENTENCES[reason](name ?? '', events);

/** The same as the database keeps it: instants are ISO 8601. */
export type StoredUnread = Omit<UnreadEvents, 'starts'> & { readonly starts: readonly string[] };
