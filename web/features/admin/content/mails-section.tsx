import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronDown, SearchX } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { listMails } from '#product/content/mails-contract.ts';
import { searchText } from '#product/shared/names.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { useListKeys } from '#web/features/admin/list-keys.ts';
import { KeysDialog } from '#web/features/admin/list-tools.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { formatCount, plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { type Mail, MailView } from './mail-view.tsx';

const mailsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'mails'],
  queryFn: async () => (await callCommand(listMails, {})).mails,
});

const GROUPS: Readonly<Record<string, string>> = {
  auth: 'Connexion',
  account: 'Compte',
  booking: 'Réservations',
  notice: 'Nouvelles',
  moderation: 'Modération',
  support: 'Assistance',
  guardian: 'Responsables légaux',
};
/** The occasions that tell mails with the same subject apart. */
const OCCASIONS: Readonly<Record<string, string>> = {
  'booking.cancelled': 'par l’un des deux',
  'booking.capture_failed': 'le débit a échoué',
  'booking.proposal_accepted': 'à une autre heure, proposée et acceptée',
  'booking.proposal_refused': 'l’autre heure, proposée, est refusée',
};

const groupOf = (kind: string): string => GROUPS[kind.split('.')[0] ?? ''] ?? 'Autres';

const KEYS = [
  ['/', 'Chercher'],
  ['j', 'Ligne suivante'],
  ['k', 'Ligne précédente'],
  ['Entrée', 'Lire l’e-mail, ou ouvrir le groupe'],
  ['Ctrl K', 'Chercher partout'],
  ['?', 'Ces raccourcis'],
] as const;

/**
 * Every kind of mail, by what it is about; beside it the one that is chosen, which takes the place
 * of the list where there is no room for both.
 */
export function MailsSection() {
  const mails = useQuery(mailsQuery);
  return (
    <Loaded query={mails} failed="Les e-mails n’ont pas pu être chargés">
      {(all) => <Mails all={all} />}
    </Loaded>
  );
}

function Mails({ all }: { all: readonly Mail[] }) {
  const { params, change } = useAddress();
  const asked = all.find(({ kind }) => kind === params.get('mail')) ?? null;
  const shown = asked ?? all[0];
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  // The one that was read last: its group stays open, and has the focus again, when the list comes
  // back.
  const [last, setLast] = useState(asked?.kind ?? null);
  if (asked !== null && asked.kind !== last) setLast(asked.kind);
  useEffect(() => {
    const isHidden = (element: HTMLElement | null) => element?.offsetParent === null;
    if (asked !== null && isHidden(list.current)) {
      pane.current?.scrollIntoView({ block: 'start' });
      pane.current?.querySelector('button')?.focus({ preventScroll: true });
    }
    if (asked === null && last !== null && isHidden(pane.current))
      list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(last)}"]`)?.focus();
  }, [asked, last]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[21rem_minmax(0,1fr)]">
      <div ref={list} className={classNames('grid gap-3', asked !== null && 'max-xl:hidden')}>
        <MailList mails={all} current={shown?.kind ?? ''} last={last} container={list} />
      </div>
      {shown && (
        <div
          ref={pane}
          className={classNames(
            'grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4 xl:sticky xl:top-6',
            asked === null && 'max-xl:hidden',
          )}
        >
          <Button
            size="sm"
            tone="quiet"
            className="min-h-11 justify-self-start xl:hidden"
            onClick={() => change({ mail: null, example: null })}
          >
            <ArrowLeft aria-hidden="true" />
            Tous les e-mails
          </Button>
          <MailView key={shown.kind} mail={shown} />
        </div>
      )}
    </div>
  );
}

interface MailListProps {
  mails: readonly Mail[];
  current: string;
  last: string | null;
  container: RefObject<HTMLDivElement | null>;
}

/**
 * The groups, of which the one that is read is open, and while one searches all that have what is
 * looked for.
 */
function MailList({ mails, current, last, container }: MailListProps) {
  const [params, setParams] = useSearchParams();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [helping, setHelping] = useState(false);
  useListKeys(container, { act: () => false, choose: () => undefined, help: () => setHelping(true) });
  const search = params.get('q') ?? '';
  const words = searchText(search);
  const found = mails.filter(({ kind, subject }) =>
    searchText(`${groupOf(kind)} ${subject} ${kind}`).includes(words),
  );
  const narrow = (text: string) => {
    setToggled(new Map());
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (text.trim() === '') next.delete('q');
        else next.set('q', text);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const hrefOf = (kind: string): string => {
    const next = new URLSearchParams(params);
    next.set('mail', kind);
    next.delete('example');
    return `?${String(next)}`;
  };
  return (
    <>
      <SearchInput
        label="Chercher un e-mail"
        placeholder="Un objet, un sujet…"
        initialValue={search}
        onType={narrow}
        onSearch={() => container.current?.querySelector<HTMLElement>('a[data-row]')?.focus()}
      />
      <p role="status" className="sr-only">
        {words !== '' && plural(found.length, 'e-mail trouvé', 'e-mails trouvés')}
      </p>
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="Aucun e-mail ne correspond"
          description="Essayez un autre mot."
        />
      ) : (
        <nav aria-label="E-mails" className="overflow-hidden rounded-lg border border-line bg-stage">
          <ul>
            {[...new Set(found.map(({ kind }) => groupOf(kind)))].map((group) => {
              const own = found.filter(({ kind }) => groupOf(kind) === group);
              const open = toggled.get(group) ?? (words !== '' || group === groupOf(last ?? current));
              return (
                <li key={group} className="border-b border-line last:border-b-0">
                  <h2>
                    <button
                      type="button"
                      data-row={group}
                      aria-expanded={open}
                      onClick={() => setToggled(new Map(toggled).set(group, !open))}
                      className="flex min-h-12 w-full items-center gap-3 px-4 text-left font-semibold hover:bg-hover focus-visible:-outline-offset-4"
                    >
                      <ChevronDown
                        aria-hidden="true"
                        className={classNames(
                          'size-4 text-muted transition-transform',
                          !open && '-rotate-90',
                        )}
                      />
                      <span className="flex-1">{group}</span>
                      <span className="num text-kicker font-normal text-muted">
                        {plural(own.length, 'e-mail', 'e-mails')}
                      </span>
                    </button>
                  </h2>
                  {open && (
                    <ul className="pb-2">
                      {own.map(({ kind, subject, written }) => (
                        <li key={kind}>
                          <Link
                            to={hrefOf(kind)}
                            preventScrollReset
                            data-row={kind}
                            aria-current={kind === current ? 'page' : undefined}
                            className="flex min-h-11 items-center justify-between gap-3 py-1 pr-4 pl-11 text-small leading-snug hover:bg-hover focus-visible:-outline-offset-4 xl:aria-[current=page]:bg-raised"
                          >
                            <span className="grid min-w-0 wrap-anywhere">
                              {subject}
                              {OCCASIONS[kind] && (
                                <span className="text-kicker text-muted">{OCCASIONS[kind]}</span>
                              )}
                            </span>
                            <span className="num text-kicker text-muted">
                              {formatCount(written)}
                              <span className="sr-only"> en trente jours</span>
                            </span>
                          </Link>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              );
            })}
          </ul>
        </nav>
      )}
      <p className="text-kicker text-muted">
        Le nombre est celui des trente derniers jours.
        <span className="max-xl:hidden">
          {' '}
          <kbd>j</kbd> <kbd>k</kbd> passer, <kbd>/</kbd> chercher, <kbd>?</kbd> tous les raccourcis.
        </span>
      </p>
      <KeysDialog open={helping} onOpenChange={setHelping} keys={KEYS} />
    </>
  );
}
