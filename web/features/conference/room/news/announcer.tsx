import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { useNews, useReactionNews } from './use-news.ts';

/** What happens in the room: a word on the screen for a while, and politely aloud. */
export function Announcer({ room }: { room: RoomSnapshot }) {
  const news = useNews(room);
  const reactions = useReactionNews(room);
  return (
    <>
      <p role="status" className={news === '' ? 'sr-only' : 'room-note'}>
        {news}
      </p>
      <p role="status" className="sr-only">
        {reactions}
      </p>
    </>
  );
}
