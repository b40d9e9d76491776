import {
  CALENDAR_PROBLEM_TEXTS,
  type CalendarProblem,
} from '#product/availability/rules/calendar-problems.ts';

/** The only error that importing a calendar throws for what the outside world did. */
export class CalendarFault extends Error {
  readonly problem: CalendarProblem;
  override name = 'CalendarFault';

  /** @param detail for the log; the streamer reads `text` */
  constructor(problem: CalendarProblem, detail: string = problem, options: ErrorOptions = {}) {
    super(detail, options);
    this.problem = problem;
  }

  /** The text for the streamer, in French. */
  get text(): string {
    return CALENDAR_PROBLEM_TEXTS[this.problem];
  }
}
