import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { findSubjects, type SUBJECT_KINDS } from '#product/administration/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { searchText } from '#product/shared/names.ts';
import { PAGES } from '#product/shared/pages.ts';
import { mayOpenPage } from '#product/shared/team-roles.ts';
import { actsIn } from '#web/features/admin/acts.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useTeamRoles } from '#web/features/admin/team/duties.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay, plural } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { personPage } from '#web/lib/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { controlClass } from '#web/ui/input.tsx';

/** The kinds of results, and the page that opens each. */
const KINDS = {
  person: { label: 'Comptes', to: personPage },
  session: { label: 'Sessions', to: (id) => `/admin-dashboard/sessions?days=all&session=${id}` },
  payment: { label: 'Paiements', to: (id) => `/admin-dashboard/payments?payment=${id}` },
  case: { label: 'Signalements', to: (id) => `/admin-dashboard/moderation?case=${id}` },
  thread: { label: 'Messages', to: (id) => `/admin-dashboard/messages?thread=${id}` },
} as const satisfies Record<(typeof SUBJECT_KINDS)[number], { label: string; to: (id: string) => string }>;

const KINDS_IN_ORDER = Object.keys(KINDS) as (keyof typeof KINDS)[];

const withAct = (to: string, act: string) => `${to}${to.includes('?') ? '&' : '?'}act=${act}`;

/** The fewest letters for which the server is asked. */
const LEAST = 2;

const foundQuery = (words: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'found', words],
    queryFn: () => callCommand(findSubjects, { words }),
    placeholderData: keepPreviousData,
    enabled: words.length >= LEAST,
    staleTime: 10_000,
  });

interface Option {
  /** Where it leads. Of an act upon nothing yet: the words to go on from. */
  to: string;
  goesOn?: boolean;
  title: string;
  about: string;
}

type Found = ResponseOf<typeof findSubjects>['found'][number];

const aboutOf = ({ about, at }: Found): string =>
  joined(
    [about, at && formatDay(at, TEAM_ZONE, { weekday: false, month: 'short', year: true })].filter(
      (part) => part !== null && part !== '',
    ),
  );

/**
 * The search over everything that the team works with: people, sessions, payments, reports,
 * messages and pages, by role. A verb before it begins an act: « rembourser camille ».
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} size="md" title="Chercher partout">
      <Finder onClose={onClose} />
    </Dialog>
  );
}

/** A combobox with a list box that stays open (APG). */
function Finder({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const roles = useTeamRoles();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const words = useDeferredValue(typed.trim());
  const asked = actsIn(words, roles ?? []);
  // One verb has all the words behind it: they are what is looked for.
  const about = asked.find((each) => each.about !== '')?.about ?? words;
  const found = useQuery(foundQuery(about));
  useEffect(() => field.current?.focus(), []);

  const folded = searchText(words);
  const pages = PAGES.filter(
    ({ area, path, title }) =>
      area === 'admin' &&
      roles !== null &&
      mayOpenPage(path, roles) &&
      (folded === '' || searchText(title).includes(folded)),
  ).map(({ path, title }): Option => ({ to: path, title, about: '' }));
  const answered = about.length >= LEAST ? (found.data?.found ?? []) : [];
  const foundOf = (kind: keyof typeof KINDS): Option[] =>
    answered
      .filter((each) => each.kind === kind)
      .map((each) => ({ to: KINDS[kind].to(each.id), title: each.title, about: aboutOf(each) }));
  const begun = asked
    .filter((each) => each.about === '')
    .map(
      ({ act }): Option => ({
        to: `${act.verb} `,
        goesOn: true,
        title: `${act.verb}…`,
        about: 'puis un nom ou un numéro',
      }),
    );
  const groups = [
    // Known at once, and so first: what the server finds comes below and moves nothing.
    { label: 'Actions', options: begun },
    { label: 'Pages', options: pages },
    ...asked
      .filter((each) => each.about !== '')
      .map(({ act }) => ({
        label: act.verb,
        options: foundOf(act.kind).map((option) => ({ ...option, to: withAct(option.to, act.name) })),
      })),
    ...KINDS_IN_ORDER.map((kind) => ({ label: KINDS[kind].label, options: foundOf(kind) })),
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const current = options[Math.min(at, options.length - 1)];
  const waiting = about.length >= LEAST && (found.isPending || found.isPlaceholderData);

  const go = ({ to, goesOn }: Option) => {
    if (goesOn) {
      setTyped(to);
      setAt(0);
      field.current?.focus();
      return;
    }
    onClose();
    void navigate(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };
    if (event.key === 'Enter') {
      event.preventDefault();
      // The server's results stay on the screen until it answers to the text typed since.
      const isKnown = current && (pages.includes(current) || begun.includes(current));
      if (current && typed.trim() === words && (!waiting || isKnown)) go(current);
      return;
    }
    const step = steps[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    const next = Math.min(options.length - 1, Math.max(0, Math.min(at, options.length - 1) + step));
    setAt(next);
    list.current?.querySelector(`[data-at="${String(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="grid gap-3">
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label="Un nom, une adresse, un billet, une page, une action"
        aria-expanded={options.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={current ? `${id}${String(options.indexOf(current))}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={80}
        placeholder="Un nom, un billet, M-0012, « rembourser camille »…"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
        className={controlClass('min-h-12')}
      />
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label="Résultats"
        aria-busy={waiting}
        tabIndex={-1}
        className={classNames(
          'h-[min(26rem,55dvh)] overflow-y-auto overscroll-contain',
          waiting && 'opacity-60',
        )}
      >
        {groups.map(({ label, options: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a list box.
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-kicker text-muted">
              {label}
            </p>
            {ofGroup.map((option) => {
              const index = options.indexOf(option);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, which keeps the focus.
                <div
                  key={option.to}
                  id={`${id}${String(index)}`}
                  role="option"
                  tabIndex={-1}
                  data-at={index}
                  aria-selected={option === current}
                  onClick={() => go(option)}
                  className={classNames(
                    'flex min-h-11 cursor-pointer flex-wrap items-baseline justify-between gap-x-4 rounded-sm px-3 py-2.5 hover:bg-hover',
                    option === current && 'bg-hover',
                  )}
                >
                  <span className="min-w-0 wrap-anywhere">{option.title}</span>
                  <span className="num text-small wrap-anywhere text-muted">{option.about}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={options.length > 0 && !found.isError ? 'sr-only' : 'text-small text-soft'}>
        {found.isError && about.length >= LEAST
          ? errorText(found.error)
          : waiting
            ? ''
            : options.length === 0
              ? 'Rien à ce nom. Essayez le début d’un nom, une adresse ou un numéro.'
              : plural(options.length, 'résultat', 'résultats')}
      </p>
    </div>
  );
}
