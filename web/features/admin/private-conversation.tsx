import { queryOptions, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { OPENING_MINUTES, openConversation } from '#product/moderation/contract.ts';
import { type Message, messagesQuery } from '#web/entities/message/message.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatDateTime, formatTime, plural } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** How much was written, and until when this admin has it open. */
const conversationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'conversation', sessionId],
    queryFn: async ({ signal }) => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('admin_conversations')
        .select('messages,opened_until')
        .eq('session_id', sessionId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data ?? { messages: 0, opened_until: null };
    },
  });

/** As many as one reads at once. */
const MOST = 500;

interface PrivateConversationProps {
  sessionId: string;
  /** The case that asks for it; null: none. */
  caseId: string | null;
}

/**
 * The messages between the people of a session: closed until the reader gives a reason, and then
 * those people are told.
 */
export function PrivateConversation({ sessionId, caseId }: PrivateConversationProps) {
  const found = useQuery(conversationQuery(sessionId));
  const [asking, setAsking] = useState(false);
  const opening = useCommand(openConversation, { changes: [ADMIN_KEY], failed: 'Conversation non ouverte' });
  return (
    <section className="grid gap-3">
      <h3 className="text-title">La conversation</h3>
      <Loaded query={found} failed="La conversation n’a pas pu être chargée">
        {({ messages, opened_until: until }) =>
          messages === 0 ? (
            <p className="text-small text-soft">Aucun message échangé.</p>
          ) : until !== null ? (
            <Opened sessionId={sessionId} until={until} />
          ) : (
            <div className="grid justify-items-start gap-3">
              <p className="flex items-start gap-2.5 text-small text-soft">
                <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
                <span className="num">
                  {plural(messages, 'message échangé', 'messages échangés')}. La conversation est privée : ses
                  participants sont prévenus quand l’équipe l’ouvre.
                </span>
              </p>
              <Button onClick={() => setAsking(true)}>Ouvrir la conversation</Button>
            </div>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title="Ouvrir cette conversation privée ?"
        description={`Vous la lirez pendant ${OPENING_MINUTES} minutes. Ses participants reçoivent une notification avec votre motif.`}
        confirmLabel="Ouvrir et prévenir"
        {...DECISION}
        reason={{
          ...DECISION.reason,
          hint: 'Ses participants le lisent. Gardé dans le journal, avec votre nom.',
        }}
        onConfirm={async (why) => {
          await opening.run({ sessionId, caseId, reason: why });
        }}
      />
    </section>
  );
}

const WRITERS = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'L’équipe Loge',
} as const satisfies Record<Message['side'], string>;

function Opened({ sessionId, until }: { sessionId: string; until: string }) {
  const list = useQuery(messagesQuery(sessionId, MOST));
  const zone = TEAM_ZONE;
  return (
    <>
      <p className="num text-small text-soft">
        Ouverte pour vous jusqu’à {formatTime(until, zone)}. Ses participants ont été prévenus.
      </p>
      <Loaded query={list} failed="Les messages n’ont pas pu être chargés">
        {({ messages }) => (
          <div
            role="log"
            aria-label="Messages"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
            tabIndex={0}
            className="max-h-96 overflow-y-auto overscroll-contain rounded-lg border border-line p-3"
          >
            <ol className="grid gap-3">
              {messages.map(({ id, side, sent_at: at, body, hidden_at: hiddenAt, removed_at: removedAt }) => (
                <li key={id} className="grid gap-1">
                  <p className="num text-kicker text-muted">
                    <span className="font-semibold text-soft">{WRITERS[side]}</span>{' '}
                    <time dateTime={at}>{formatDateTime(at, zone, { weekday: false })}</time>
                  </p>
                  <p dir="auto" className="text-small wrap-anywhere whitespace-pre-wrap">
                    {body}
                  </p>
                  {hiddenAt !== null && (
                    <p className="text-kicker text-muted">
                      {removedAt === null ? 'Masqué par l’équipe' : 'Retiré par l’équipe'}
                    </p>
                  )}
                </li>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </>
  );
}
