import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Side } from '#web/entities/booking/booking.ts';
import { awaitingQuery } from '#web/entities/booking/queries.ts';
import { unreadQuery } from '#web/entities/message/message.ts';
import { waitingByPageQuery } from '#web/features/admin/overview/waiting.ts';

/** How much waits for the reader on each page, by its path; pages with nothing may be left out. */
export type Counts = Readonly<Record<string, number>>;

interface WorkWaitingProps {
  area: Side | 'admin';
  userId: string;
  /** Called with each change. */
  onCounts: (counts: Counts) => void;
}

/** Counts what waits, for the numbers of the navigation; renders nothing. Fetched after the page. */
export default function WorkWaiting({ area, ...props }: WorkWaitingProps) {
  return area === 'admin' ? <OfTeam {...props} /> : <OfPerson side={area} {...props} />;
}

type Counting = Omit<WorkWaitingProps, 'area'>;

function OfTeam({ onCounts }: Counting) {
  const { data } = useQuery(waitingByPageQuery);
  useEffect(() => {
    if (data) onCounts(data);
  }, [data, onCounts]);
  return null;
}

/** Bookings wait with requests, places to pay and proposals, and with conversations to read. */
function OfPerson({ side, userId, onCounts }: Counting & { side: Side }) {
  const asked = useQuery(awaitingQuery(userId, side)).data;
  const unread = useQuery(unreadQuery(userId)).data;
  const waiting = (asked?.length ?? 0) + Object.keys(unread ?? {}).length;
  useEffect(() => {
    onCounts({ [`/${side}-dashboard/bookings`]: waiting });
  }, [side, waiting, onCounts]);
  return null;
}
