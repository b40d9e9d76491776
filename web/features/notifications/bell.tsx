import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { describe } from '#web/features/notifications/describe.ts';
import {
  markRead,
  NOTIFICATIONS_KEY,
  type Notification,
  notificationsQuery,
} from '#web/features/notifications/queries.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { useLive } from '#web/lib/use-live.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/** The bell of the dashboards: what happened since it was last opened, updated live. */
export default function NotificationBell({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const list = useQuery(notificationsQuery(userId));
  useLive([{ table: 'notifications', filter: `person_id=eq.${userId}` }], NOTIFICATIONS_KEY);
  const unread = list.data?.unread ?? 0;
  const newest = list.data?.latest[0]?.id;

  const change = (next: boolean) => {
    setOpen(next);
    if (!next || unread === 0 || newest === undefined) return;
    // Notifications that were seen count as read. Their marks stay until the list is opened the
    // next time.
    markRead(userId, newest).then(
      () =>
        client.setQueryData(notificationsQuery(userId).queryKey, (was) =>
          was ? { ...was, unread: 0 } : was,
        ),
      (error: unknown) => console.warn('Notifications not marked as read', error),
    );
  };

  return (
    <Sheet
      open={open}
      onOpenChange={change}
      title="Notifications"
      trigger={
        <button
          type="button"
          aria-label={
            unread > 0 ? `Notifications, ${plural(unread, 'non lue', 'non lues')}` : 'Notifications'
          }
          className={buttonClass('quiet', 'icon', 'relative')}
        >
          <Bell aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="num absolute -top-0.5 -right-0.5 grid min-w-5 place-items-center rounded-full bg-live px-1 text-[0.6875rem] leading-5 font-semibold text-on-live"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </button>
      }
    >
      {list.isPending ? (
        <SkeletonText lines={6} />
      ) : list.isError ? (
        <ErrorState
          title="Vos notifications n’ont pas pu être chargées"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : list.data.latest.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title="Rien de nouveau"
          description="Réservations, réponses, rappels et remboursements s’annoncent ici."
        />
      ) : (
        <ul className="grid gap-1">
          {list.data.latest.map((notification) => (
            <Item key={notification.id} notification={notification} onFollow={() => setOpen(false)} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Item({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const zone = deviceZone();
  const { text, to } = describe(notification, zone);
  const fresh = notification.read_at === null;
  const content = (
    <>
      <span className={classNames('text-small', fresh && 'font-semibold')}>
        {fresh && <span className="sr-only">Non lue : </span>}
        {text}
      </span>
      <time dateTime={notification.created_at} className="num text-kicker text-muted">
        {formatDateTime(notification.created_at, zone, { weekday: false })}
      </time>
    </>
  );
  const look = classNames(
    'grid gap-1 rounded-lg border-l-2 px-3.5 py-3',
    fresh ? 'border-spot bg-wash' : 'border-transparent',
  );
  return (
    <li>
      {to === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to={to} onClick={onFollow} className={classNames(look, 'hover:bg-wash')}>
          {content}
        </Link>
      )}
    </li>
  );
}
