import type { ChatMessage } from '../../queries.ts';

/** What is written in a room, without where it is kept. */
export interface RoomChat {
  /** Null until they are loaded. */
  messages: readonly ChatMessage[] | null;
  /** They could not be loaded. */
  failed: boolean;
  reload(): void;
  /** @throws what the server refused it with */
  send(body: string): Promise<void>;
}
