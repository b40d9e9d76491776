/**
 * Where a thread with the team stands: somebody waits for the team, the team waits for the person,
 * or it is settled.
 */
export const THREAD_STATES = ['open', 'waiting', 'resolved'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];

/**
 * From where a thread was opened. Those of a session name its booking, that of a payment its
 * payment.
 */
export const THREAD_CONTEXTS = ['booking', 'payment', 'room', 'account', 'help', 'contact'] as const;
export type ThreadContext = (typeof THREAD_CONTEXTS)[number];

/**
 * Hours within which the first answer is promised, weekends included: what the forms say, and what
 * the team's list counts against.
 */
export const FIRST_ANSWER_HOURS = 24;

/** Days within which an address is to be proven; what is not confirmed by then is deleted. */
export const CONTACT_DAYS = 7;

/** Days for which a mail of a thread can be replied to by mail; afterwards on the page alone. */
export const REPLY_DAYS = 90;

/** Months for which the thread of somebody without an account is kept after its last message. */
export const GUEST_THREAD_MONTHS = 12;

/** Whether the person has waited longer than promised. Both are epoch milliseconds. */
export const isLate = (waitingSince: number, now: number): boolean =>
  now - waitingSince > FIRST_ANSWER_HOURS * 3_600_000;

/** Where a person reads one of their threads. */
export const requestPath = (side: 'viewer' | 'streamer', threadId: string): string =>
  `/${side}-dashboard/requests?thread=${threadId}`;

/** The variables of a saved answer, as `{{prénom}}`: filled in when it is chosen. */
export const ANSWER_VARIABLES = ['prénom', 'demande', 'session', 'streamer', 'montant', 'moi'] as const;
export type AnswerVariable = (typeof ANSWER_VARIABLES)[number];

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * A saved answer with what is known of the thread; what is not known stays in its braces, for the
 * team to see and write.
 */
export const fillAnswer = (text: string, known: Readonly<Partial<Record<AnswerVariable, string>>>): string =>
  text.replace(VARIABLE, (whole, name: string) => {
    const variable = ANSWER_VARIABLES.find((each) => each === name.toLowerCase());
    return (variable && known[variable]) || whole;
  });

/**
 * The names in braces that are left in a text: an answer with one of these is not ready to be sent.
 */
export const unfilled = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([whole]) => whole);
