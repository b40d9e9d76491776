/** « M-0012 »: how a case is called. */
export const caseNumber = (number: number): string => `M-${String(number).padStart(4, '0')}`;

/** « D-0012 »: what a thread is called. */
export const threadNumber = (number: number): string => `D-${String(number).padStart(4, '0')}`;
