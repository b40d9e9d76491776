import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy, SendHorizontal } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { replyThread, SUPPORT_MESSAGE_MAX } from '#product/support/contract.ts';
import { FIRST_ANSWER_HOURS } from '#product/support/rules/support.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { ATTACHMENTS_KEY } from '#web/entities/attachment/queries.ts';
import { FoldedText } from '#web/entities/support/folded-text.tsx';
import { HelpButton } from '#web/entities/support/help-button.tsx';
import {
  CONTEXT_LABELS,
  isUnread,
  markThreadRead,
  type OwnThread,
  ownThreadsQuery,
  REQUEST_STATES,
  REQUESTS_KEY,
  threadMessagesQuery,
} from '#web/entities/support/thread.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { useLive } from '#web/lib/use-live.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { AttachmentPicker, receiveFiles, useFilesToSend } from '#web/ui/attachment-picker.tsx';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const moment = (at: string) => formatDateTime(at, deviceZone(), { weekday: false, month: 'short' });

interface RequestsProps {
  userId: string;
  /** From the address; null: the list. */
  threadId: string | null;
}

/** A person's requests to the team, and its answers. */
export function Requests({ userId, threadId }: RequestsProps) {
  const threads = useQuery(ownThreadsQuery(userId));
  useLive([{ table: 'support_threads', filter: `person_id=eq.${userId}` }], REQUESTS_KEY);
  const chosen = threads.data?.find(({ id }) => id === threadId);
  if (threadId !== null && chosen) return <OneRequest thread={chosen} />;
  return (
    <>
      <PageHeader
        title="Vos demandes"
        description="Ce que vous avez écrit à l’équipe Loge, et ses réponses."
        actions={<HelpButton about={{ kind: 'help', id: null }} label="Écrire à l’équipe" />}
      />
      {threads.isPending ? (
        <SkeletonText lines={5} />
      ) : threads.isError ? (
        <ErrorState
          title="Vos demandes n’ont pas pu être chargées"
          onRetry={() => threads.refetch()}
          retrying={threads.isFetching}
        />
      ) : threads.data.length === 0 ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Aucune demande"
          description={`« Aide », sur un billet, un reçu ou dans la loge, écrit à l’équipe. Elle répond sous ${String(FIRST_ANSWER_HOURS)} heures.`}
        />
      ) : (
        <Card padded={false}>
          <ul>
            {threads.data.map((thread) => (
              <li key={thread.id} className="border-b border-line last:border-b-0">
                <Row thread={thread} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Row({ thread }: { thread: OwnThread }) {
  const { id, number, subject, context, state, last_message_at } = thread;
  const unread = isUnread(thread);
  const { label, tone } = REQUEST_STATES[state];
  return (
    <Link
      to={`?thread=${id}`}
      className="grid min-h-14 gap-x-6 gap-y-1 px-5 py-3.5 hover:bg-hover focus-visible:-outline-offset-4 sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <span className="grid min-w-0 gap-0.5">
        <span className={classNames('wrap-anywhere', unread && 'font-semibold')}>
          {subject}
          {unread && <span className="sr-only">, non lue</span>}
        </span>
        <span className="num text-kicker text-muted">
          {threadNumber(number)} · {CONTEXT_LABELS[context]} · {moment(last_message_at)}
        </span>
      </span>
      <StateDot tone={unread ? 'spot' : tone === 'spot' ? 'neutral' : tone}>{label}</StateDot>
    </Link>
  );
}

function OneRequest({ thread }: { thread: OwnThread }) {
  const { id, number, subject, state } = thread;
  const messages = useQuery(threadMessagesQuery(id));
  useLive([{ table: 'support_messages', filter: `thread_id=eq.${id}` }], [...REQUESTS_KEY, 'messages', id]);
  useMarkRead(thread, messages.data !== undefined);
  const files = useAttachments(
    'support_message_id',
    (messages.data ?? []).map((message) => String(message.id)),
  );
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="-mb-7">
        <PageHeader
          back={{ to: '?', label: 'Vos demandes' }}
          title={subject}
          description={
            <span className="num flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
              {threadNumber(number)}
              <StateDot tone={REQUEST_STATES[state].tone}>{REQUEST_STATES[state].label}</StateDot>
            </span>
          }
        />
      </div>
      {messages.isPending ? (
        <SkeletonText lines={5} />
      ) : messages.isError ? (
        <ErrorState
          title="Les messages n’ont pas pu être chargés"
          onRetry={() => messages.refetch()}
          retrying={messages.isFetching}
        />
      ) : (
        <div role="log" aria-label="Messages">
          <ol className="grid gap-4">
            {messages.data.map(({ id: messageId, side, body, folded, via, sent_at }) => (
              <li
                key={messageId}
                className={classNames(
                  'grid gap-1',
                  side === 'person' ? 'justify-items-end' : 'justify-items-start',
                )}
              >
                <p className="num text-kicker text-muted">
                  <span className="font-semibold text-soft">
                    {side === 'person' ? 'Vous' : 'L’équipe Loge'}
                  </span>{' '}
                  <time dateTime={sent_at}>{moment(sent_at)}</time>
                  {via === 'mail' && ', par e-mail'}
                </p>
                <p
                  dir="auto"
                  className={classNames(
                    'max-w-[85%] rounded-lg px-4 py-3 wrap-anywhere whitespace-pre-wrap',
                    side === 'person' ? 'bg-spot-wash' : 'bg-wash',
                  )}
                >
                  <LinkedText>{body}</LinkedText>
                </p>
                {folded !== null && <FoldedText>{folded}</FoldedText>}
                <AttachmentList own={side === 'person'} files={files.get(String(messageId))} />
              </li>
            ))}
          </ol>
        </div>
      )}
      <Reply threadId={id} resolved={state === 'resolved'} />
    </div>
  );
}

/**
 * Says that one has read up to the newest message, once it is on a screen that somebody looks at.
 */
function useMarkRead(thread: OwnThread, shown: boolean): void {
  const client = useQueryClient();
  const { id, last_message_at: upTo } = thread;
  const unread = isUnread(thread);
  useEffect(() => {
    if (!unread || !shown) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      markThreadRead(id, upTo).then(
        () => client.invalidateQueries({ queryKey: REQUESTS_KEY }),
        (error: unknown) => console.warn('Thread not marked as read', error),
      );
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, id, upTo, unread, shown]);
}

const schema = z.object({ body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre message')) });

function Reply({ threadId, resolved }: { threadId: string; resolved: boolean }) {
  const replying = useCommand(replyThread, { changes: [REQUESTS_KEY, ATTACHMENTS_KEY] });
  const files = useFilesToSend();
  const form = useSchemaForm(
    schema,
    { body: '' },
    async ({ body }) => {
      await replying.run({ threadId, body, files: files.sent });
      files.clear();
      form.reset();
    },
    commandFailure,
  );
  return (
    <form
      onSubmit={form.submit}
      noValidate
      className="grid gap-3 border-t border-line pt-5"
      {...receiveFiles(files)}
    >
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label={resolved ? 'Répondre, et rouvrir la demande' : 'Répondre'}
        error={form.errors.body?.message}
      >
        <Textarea rows={3} maxLength={SUPPORT_MESSAGE_MAX} {...form.register('body')} />
      </Field>
      <AttachmentPicker files={files} />
      <div>
        <Button type="submit" tone="spot" loading={form.busy} disabled={files.busy}>
          <SendHorizontal aria-hidden="true" />
          Envoyer
        </Button>
      </div>
    </form>
  );
}
