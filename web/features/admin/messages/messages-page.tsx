import { useQuery } from '@tanstack/react-query';
import { Inbox, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { setThreadState } from '#product/support/contract.ts';
import {
  FIRST_ANSWER_HOURS,
  isLate,
  THREAD_STATES,
  type ThreadState,
} from '#product/support/rules/support.ts';
import { ageText } from '#web/features/admin/admin.tsx';
import { idIn } from '#web/features/admin/list.ts';
import { KeysDialog } from '#web/features/admin/list-tools.tsx';
import { Announcements } from '#web/features/admin/messages/announcements.tsx';
import {
  INBOX_KEY,
  type InboxThread,
  inboxQuery,
  openCountQuery,
} from '#web/features/admin/messages/queries.ts';
import { SavedAnswers } from '#web/features/admin/messages/saved-answers.tsx';
import { ThreadPane } from '#web/features/admin/messages/thread-pane.tsx';
import { useUndoable } from '#web/features/admin/undo.ts';
import { NarrowedTo } from '#web/features/admin/users/narrowed-to.tsx';
import { useLive } from '#web/lib/use-live.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const KEYS = [
  ['/', 'Chercher'],
  ['j', 'Demande suivante'],
  ['k', 'Demande précédente'],
  ['r', 'Répondre'],
  ['e', 'Résoudre la demande ouverte et passer à la suivante'],
  ['Ctrl K', 'Chercher partout'],
  ['F8', 'Aller au dernier message, et à son « Annuler »'],
  ['?', 'Ces raccourcis'],
] as const;

const TAB_LABELS = {
  open: 'À répondre',
  waiting: 'En attente',
  resolved: 'Résolu',
  all: 'Toutes',
} as const satisfies Record<ThreadState | 'all', string>;
const STATES = [...THREAD_STATES, 'all'] as const;

/** `/admin-dashboard/messages`: what people write to the team. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const state = STATES.find((each) => each === params.get('state')) ?? 'open';
  const search = params.get('q') ?? '';
  const who = idIn(params.get('who'));
  const page = Math.max(1, Number(params.get('page') ?? 1) || 1);
  const threadId = params.get('thread');
  const announcing = params.get('state') === 'announcements';
  const list = useQuery(inboxQuery({ state, who, search, page }));
  const open = useQuery(openCountQuery());
  useLive([{ table: 'support_threads' }, { table: 'support_notes' }], INBOX_KEY);

  const change = (changes: Record<string, string | null>) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  const choose = (id: string | null) => change({ thread: id });
  const [helping, setHelping] = useState(false);
  // Among the announcements no thread is seen, and none is opened or resolved.
  useKeys({
    threads: announcing ? [] : (list.data?.threads ?? []),
    threadId: announcing ? null : threadId,
    choose,
    help: () => setHelping(true),
  });

  return (
    <>
      <PageHeader
        title="Messages"
        description={
          <>
            Qui attend depuis le plus longtemps d’abord ; première réponse sous {FIRST_ANSWER_HOURS} h, à
            l’heure de Paris.{' '}
            <span className="max-md:hidden">
              <kbd>j</kbd> <kbd>k</kbd> passer, <kbd>r</kbd> répondre, <kbd>e</kbd> résoudre, <kbd>/</kbd>{' '}
              chercher, <kbd>?</kbd> tous les raccourcis.
            </span>
          </>
        }
        actions={<SavedAnswers />}
      />
      <Tabs
        label="Demandes et annonces"
        items={[
          ...STATES.map((value) => ({
            value,
            label: TAB_LABELS[value],
            ...(value === 'open' && open.data !== undefined ? { count: open.data } : {}),
          })),
          { value: 'announcements', label: 'Annonces' },
        ]}
        value={announcing ? 'announcements' : state}
        onValueChange={(value) =>
          change({ state: value === 'open' ? null : value, page: null, thread: null })
        }
      >
        <TabPanel value="announcements">
          <Announcements />
        </TabPanel>
        <TabPanel value={state}>
          {who !== null && (
            <Card padded={false} className="mb-5">
              <NarrowedTo personId={who} onAll={() => change({ who: null, page: null })} />
            </Card>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
            <div className={classNames('grid gap-3', threadId !== null && 'max-lg:hidden')}>
              <SearchInput
                key={search}
                label="Chercher une demande"
                placeholder="D-0012, un nom, un objet…"
                initialValue={search}
                onSearch={(text) => change({ q: text || null, page: null })}
              />
              {list.isPending ? (
                <SkeletonText lines={6} />
              ) : list.isError ? (
                <ErrorState
                  title="Les demandes n’ont pas pu être chargées"
                  onRetry={() => list.refetch()}
                  retrying={list.isFetching}
                />
              ) : list.data.threads.length === 0 ? (
                <EmptyState
                  icon={<Inbox />}
                  title={search ? 'Aucune demande ne correspond' : 'Rien ici'}
                  description={
                    state === 'open' && !search
                      ? 'Personne n’attend de réponse.'
                      : 'Cherchez dans un autre état.'
                  }
                />
              ) : (
                <ul className="overflow-hidden rounded-lg border border-line bg-stage">
                  {list.data.threads.map((thread) => (
                    <li key={thread.id} className="border-b border-line last:border-b-0">
                      <Row
                        thread={thread}
                        current={thread.id === threadId}
                        onOpen={() => choose(thread.id)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              {list.data && (
                <Pagination
                  page={page}
                  pageCount={list.data.pageCount}
                  hrefFor={(next) => {
                    const address = new URLSearchParams(params);
                    address.set('page', String(next));
                    return `?${address}`;
                  }}
                />
              )}
            </div>
            {threadId === null ? (
              <div className="max-lg:hidden">
                <EmptyState
                  icon={<MessagesSquare />}
                  title="Choisissez une demande"
                  description="Elle s’ouvre ici, avec la personne, ses billets et ses paiements."
                />
              </div>
            ) : (
              <ThreadPane key={threadId} threadId={threadId} onBack={() => choose(null)} />
            )}
          </div>
        </TabPanel>
      </Tabs>
      <KeysDialog open={helping} onOpenChange={setHelping} keys={KEYS} />
    </>
  );
}

function Row({ thread, current, onOpen }: { thread: InboxThread; current: boolean; onOpen: () => void }) {
  const { subject, person_name, waiting_since, last_message_at, last_words, last_side, assignee_name } =
    thread;
  const late = waiting_since !== null && isLate(Date.parse(waiting_since), Date.now());
  return (
    <button
      type="button"
      data-thread={thread.id}
      aria-current={current ? 'true' : undefined}
      onClick={onOpen}
      className="grid w-full gap-0.5 px-4 py-3 text-left hover:bg-hover focus-visible:-outline-offset-4 aria-[current=true]:bg-raised"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-semibold">{person_name ?? 'Sans nom'}</span>
        <span className={classNames('num shrink-0 text-kicker', late ? 'text-live' : 'text-muted')}>
          {ageText(waiting_since ?? last_message_at)}
          {late && <span className="sr-only">, en retard</span>}
        </span>
      </span>
      <span className="truncate text-small">{subject}</span>
      <span className="truncate text-kicker text-muted">
        {last_side === 'team' && 'Nous :'}
        {last_words}
      </span>
      {assignee_name && <span className="truncate text-kicker text-soft">{assignee_name} s’en occupe</span>}
    </button>
  );
}

interface Keys {
  threads: readonly InboxThread[];
  threadId: string | null;
  choose: (id: string) => void;
  help: () => void;
}

/**
 * j and k go down and up the threads, r writes the answer, e resolves the open one and goes to the
 * next, / searches, ? says them. They are silent while one types or a window is open.
 */
function useKeys({ threads, threadId, choose, help }: Keys): void {
  const { press } = useUndoable(setThreadState, {
    done: () => ({ title: 'Demande résolue' }),
    inverse: (input) =>
      setThreadState.undo(input, threads.find(({ id }) => id === input.threadId)?.state ?? 'open'),
    failed: 'Non résolue',
  });
  // The address follows a moment later: of two keys pressed in a row, the second is about what the
  // first one chose.
  const current = useRef(threadId);
  useEffect(() => {
    current.current = threadId;
  }, [threadId]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return;
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) return;
      if (key === '?') help();
      if (key === '/' || key === 'r') {
        const wanted = key === '/' ? 'main input[type="search"]' : '[data-answer] textarea';
        const field = document.querySelector<HTMLElement>(wanted);
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
      if (!['j', 'k', 'e'].includes(key) || (key === 'e' && current.current === null)) return;
      const open = current.current;
      const at = threads.findIndex(({ id }) => id === open);
      const below = threads[Math.min(threads.length - 1, at + 1)];
      const above = threads[Math.max(0, at - 1)];
      if (key === 'e' && open !== null) press({ threadId: open, state: 'resolved' });
      // A resolved thread leaves the list: the one after it is next, at the end the one before.
      const next = key === 'k' ? above : key === 'e' && below?.id === open ? above : below;
      if (next === undefined || next.id === open) return;
      current.current = next.id;
      choose(next.id);
      document.querySelector<HTMLElement>(`[data-thread="${next.id}"]`)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [threads, choose, press, help]);
}
