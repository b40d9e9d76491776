import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SUBJECT_KINDS } from '#product/administration/contract.ts';
import { searchText } from '#product/shared/names.ts';
import { hasDuty, type TeamDuty } from '#product/shared/team-roles.ts';

/** An act of the team that the search can begin, upon one thing of a kind. */
export interface Act {
  /** In the address, it opens the window of the act. */
  name: 'refund' | 'cancel' | 'move' | 'suspend' | 'restore' | 'view' | 'role';
  verb: string;
  kind: (typeof SUBJECT_KINDS)[number];
  /** Somebody with one of these may do it. */
  duties: readonly TeamDuty[];
}

const ACTS: readonly Act[] = [
  { name: 'refund', verb: 'Rembourser', kind: 'payment', duties: ['support', 'finance'] },
  { name: 'cancel', verb: 'Annuler', kind: 'session', duties: ['support', 'moderation'] },
  { name: 'move', verb: 'Déplacer', kind: 'session', duties: ['support', 'moderation'] },
  { name: 'suspend', verb: 'Suspendre', kind: 'person', duties: ['moderation'] },
  { name: 'restore', verb: 'Rétablir', kind: 'person', duties: ['moderation'] },
  { name: 'view', verb: 'Voir comme', kind: 'person', duties: ['support'] },
  { name: 'role', verb: 'Changer le rôle', kind: 'person', duties: [] },
];

/** The fewest letters that say which verb is meant. */
const LEAST = 3;

/**
 * The acts that typed words ask for, and upon what: « rembourser camille » asks for a refund of
 * « camille », « remb » for a refund of something yet to be named.
 * @param roles of who types
 */
export function actsIn(words: string, roles: readonly string[]): { act: Act; about: string }[] {
  const typed = searchText(words);
  if (typed.length < LEAST) return [];
  return ACTS.filter(({ duties }) => hasDuty(roles, ...duties)).flatMap((act) => {
    const verb = searchText(act.verb);
    if (typed === verb || typed.startsWith(`${verb} `))
      return [{ act, about: words.slice(act.verb.length).trim() }];
    return verb.startsWith(typed) ? [{ act, about: '' }] : [];
  });
}

/** Milliseconds within which what the act needs to know has to come. */
const ASKED_FOR = 5_000;

/**
 * Whether the window of an act is open: by its button, or because the address asked for it, as soon
 * as it can be done. What was asked for is taken out of the address, so that it opens once, and not
 * upon the next thing that is looked at.
 */
export function useActWindow(name: Act['name'], canBeDone: boolean): [boolean, (open: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const [state, setState] = useState<'closed' | 'asked' | 'open'>('closed');
  const isAsked = params.get('act') === name;
  useEffect(() => {
    if (!isAsked) return;
    setState('asked');
    setParams(
      (before) => {
        before.delete('act');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isAsked, setParams]);
  // Not done at once, it is not done later by itself, when something else has changed.
  useEffect(() => {
    if (state !== 'asked' || canBeDone) return;
    const timer = setTimeout(() => setState('closed'), ASKED_FOR);
    return () => clearTimeout(timer);
  }, [state, canBeDone]);
  return [state === 'open' || (state === 'asked' && canBeDone), (open) => setState(open ? 'open' : 'closed')];
}
