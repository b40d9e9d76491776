import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { MEASURE_LABELS } from '#product/accounts/rules/sanctions.ts';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { assignThread, setThreadState } from '#product/support/contract.ts';
import { FIRST_ANSWER_HOURS, isLate } from '#product/support/rules/support.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { FoldedText } from '#web/entities/support/folded-text.tsx';
import { CONTEXT_LABELS } from '#web/entities/support/thread.ts';
import { ageText, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { AnswerForm } from '#web/features/admin/messages/answer-form.tsx';
import { type Thread, threadQuery } from '#web/features/admin/messages/queries.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { formatDateTime, formatDay, formatMoney } from '#web/lib/format.ts';
import { personPage } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { Select } from '#web/ui/select.tsx';

const zone = TEAM_ZONE;
const moment = (at: string) => formatDateTime(at, zone, { weekday: false, month: 'short' });
const HOUR = 3_600_000;

/** A thread, and beside it whose it is. On a telephone it takes the place of the list. */
export function ThreadPane({ threadId, onBack }: { threadId: string; onBack: () => void }) {
  const read = useQuery(threadQuery(threadId));
  return (
    <div className="grid min-w-0 gap-4">
      <Button size="sm" tone="quiet" className="min-h-11 justify-self-start lg:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        Toutes les demandes
      </Button>
      <Loaded query={read} failed="Cette demande n’a pas pu être chargée">
        {(thread) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_12.5rem]">
            <div className="grid min-w-0 gap-5 rounded-lg border border-line bg-stage p-4 sm:p-5">
              <Head thread={thread} />
              <Timeline thread={thread} />
              <AnswerForm thread={thread} />
            </div>
            <Beside thread={thread} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Head({ thread }: { thread: Thread }) {
  const { id, number, subject, context, state, waitingSince, firstAnsweredAt, openedAt, assignee, team } =
    thread;
  const setting = useUndoable(setThreadState, {
    done: ({ state: now }) => ({ title: now === 'resolved' ? 'Demande résolue' : 'Demande rouverte' }),
    inverse: (input) => setThreadState.undo(input, state),
    failed: 'État non changé',
  });
  const assigning = useUndoable(assignThread, {
    done: ({ assigneeId }) => ({
      title:
        assigneeId === null
          ? 'Personne ne s’en occupe plus'
          : `${team.find((each) => each.id === assigneeId)?.name ?? 'L’équipe'} s’en occupe`,
    }),
    inverse: assignThread.undo,
    failed: 'Demande non attribuée',
  });
  const late = waitingSince !== null && isLate(Date.parse(waitingSince), Date.now());
  return (
    <header className="grid gap-3 border-b border-line pb-4">
      <div className="grid gap-1">
        <h2 className="text-title wrap-anywhere">{subject}</h2>
        <p className="num flex flex-wrap gap-x-3 text-small text-muted">
          <span>{threadNumber(number)}</span>
          <span>{CONTEXT_LABELS[context]}</span>
          {waitingSince !== null ? (
            <span className={classNames(late && 'text-live')}>
              attend depuis {ageText(waitingSince)}, objectif {FIRST_ANSWER_HOURS}&nbsp;h
            </span>
          ) : (
            firstAnsweredAt !== null && (
              <span>
                première réponse en{' '}
                {Math.max(1, Math.round((Date.parse(firstAnsweredAt) - Date.parse(openedAt)) / HOUR))}
                &nbsp;h
              </span>
            )
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          className="min-w-48"
          aria-label="Qui s’en occupe"
          placeholder="Personne ne s’en occupe"
          options={team.map(({ id: value, name }) => ({ value, label: name }))}
          value={assignee?.id ?? ''}
          disabled={assigning.pending}
          onChange={(event) =>
            assigning.press({
              threadId: id,
              assigneeId: event.target.value || null,
              before: assignee?.id ?? null,
            })
          }
        />
        <Button
          loading={setting.pending}
          onClick={() => setting.press({ threadId: id, state: state === 'resolved' ? 'open' : 'resolved' })}
        >
          {state === 'resolved' ? 'Rouvrir' : 'Résoudre'}
        </Button>
      </div>
    </header>
  );
}

/** Both sides and the notes in the order in which they were written. */
function Timeline({ thread: { messages, notes, name } }: { thread: Thread }) {
  const written = [
    ...messages.map((message) => ({ ...message, kind: message.side })),
    ...notes.map((note) => ({ ...note, kind: 'note' as const, via: 'page' as const, folded: null })),
  ].sort((first, second) => Date.parse(first.at) - Date.parse(second.at));
  const files = useAttachments(
    'support_message_id',
    messages.map(({ id }) => id),
  );
  return (
    <div role="log" aria-label="Échanges">
      <ol className="grid gap-4">
        {written.map(({ kind, id, body, folded, at, author, via }) => (
          <li
            key={`${kind}${id}`}
            className={classNames(
              'grid gap-1',
              kind === 'team' ? 'justify-items-end' : 'justify-items-start',
            )}
          >
            <p className="num text-kicker text-muted">
              <span className="font-semibold text-soft">
                {kind === 'person' ? name : (author ?? 'Un ancien membre de l’équipe')}
              </span>{' '}
              {kind === 'note' && 'en note interne, '}
              <time dateTime={at}>{moment(at)}</time>
              {via === 'mail' && ', par e-mail'}
            </p>
            <p
              dir="auto"
              className={classNames(
                'rounded-lg px-4 py-3 text-small wrap-anywhere whitespace-pre-wrap',
                kind === 'person' && 'max-w-[85%] bg-wash',
                kind === 'team' && 'max-w-[85%] bg-raised',
                kind === 'note' && 'w-full border border-dashed border-spot',
              )}
            >
              {kind === 'note' && <b className="mr-1.5">Note</b>}
              <LinkedText>{body}</LinkedText>
            </p>
            {folded !== null && <FoldedText>{folded}</FoldedText>}
            {kind !== 'note' && <AttachmentList own={kind === 'team'} files={files.get(id)} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

const BOOKING_STATES: Readonly<Record<string, string>> = {
  held: 'Retenue',
  requested: 'Demandée',
  confirmed: 'Confirmée',
  in_progress: 'En cours',
  completed: 'Terminée',
};

/**
 * Shows the thread's person, with their bookings, payments and sanctions, each a link to its page.
 */
function Beside({ thread: { name, email, person, bookingId, paymentId } }: { thread: Thread }) {
  return (
    <aside
      aria-label="La personne"
      className="grid gap-5 rounded-lg border border-line bg-stage p-4 text-small"
    >
      <div className="grid gap-0.5">
        <h3 className="text-base font-semibold wrap-anywhere">{name}</h3>
        <p className="text-muted wrap-anywhere">{email}</p>
        <p className="num text-muted">
          {person === null
            ? 'Sans compte'
            : `${person.role === 'streamer' ? 'Streamer' : person.role === 'admin' ? 'Admin' : 'Viewer'} depuis le ${formatDay(person.since, zone, { weekday: false, year: true })}`}
        </p>
        {person?.suspended && <p className="font-semibold text-live">Compte suspendu</p>}
      </div>
      <div className="grid gap-2">
        {person && (
          <ButtonLink size="sm" to={personPage(person.id)}>
            Ouvrir la fiche
          </ButtonLink>
        )}
        {bookingId && (
          <ButtonLink size="sm" to={`/admin-dashboard/sessions?session=${bookingId}`}>
            Ouvrir la session
          </ButtonLink>
        )}
        {paymentId && (
          <ButtonLink size="sm" to={`/admin-dashboard/payments?payment=${paymentId}`}>
            Ouvrir le paiement
          </ButtonLink>
        )}
      </div>
      {person && (
        <>
          <Lines title="Sessions" none="Aucune session">
            {person.bookings.map(({ id, title, startAt, status }) => (
              <li key={id} className="relative grid min-h-11 content-center">
                <TextLink
                  className="wrap-anywhere after:absolute after:inset-0"
                  to={`/admin-dashboard/sessions?session=${id}`}
                >
                  {title}
                </TextLink>
                <span className="num text-kicker text-muted">
                  {moment(startAt)}, {(BOOKING_STATES[status] ?? 'Annulée').toLowerCase()}
                </span>
              </li>
            ))}
          </Lines>
          <Lines title="Paiements" none="Aucun paiement">
            {person.payments.map(({ id, capturedCents, refundedCents, at }) => (
              <li key={id} className="num relative grid min-h-11 content-center">
                <TextLink
                  className="after:absolute after:inset-0"
                  to={`/admin-dashboard/payments?payment=${id}`}
                >
                  {formatMoney(capturedCents)}
                </TextLink>
                <span className="text-kicker text-muted">
                  {moment(at)}
                  {refundedCents > 0 && `, ${formatMoney(refundedCents)} remboursés`}
                </span>
              </li>
            ))}
          </Lines>
          {person.sanctions.length > 0 && (
            <Lines title="Décisions" none="">
              {person.sanctions.map(({ number, measure, at, overturned }) => (
                <li key={number} className="grid">
                  {MEASURE_LABELS[measure]}
                  <span className="num text-kicker text-muted">
                    {moment(at)}
                    {overturned && ', annulée en appel'}
                  </span>
                </li>
              ))}
            </Lines>
          )}
        </>
      )}
    </aside>
  );
}

function Lines({ title, none, children }: { title: string; none: string; children: React.ReactNode[] }) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h4 className="font-semibold">{title}</h4>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="grid gap-2">{children}</ul>
      )}
    </section>
  );
}
