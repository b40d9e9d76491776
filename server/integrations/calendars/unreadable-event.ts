import type { UnreadReason } from '#product/availability/rules/unread-events.ts';

/**
 * A value of an event that cannot be read, so that the event closes nothing, or only a part of its
 * times.
 */
export class UnreadableEvent extends Error {
  readonly reason: UnreadReason;
  override name = 'UnreadableEvent';

  /** @param said what the calendar says there: a rule, a time */
  constructor(reason: UnreadReason, said: string) {
    super(said);
    this.reason = reason;
  }
}
