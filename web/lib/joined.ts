/**
 * Facts on one line, « a · b · c », without those that there are not. Where the line breaks, it
 * breaks behind a dot: none begins with one.
 */
export const joined = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join('\u00a0· ');
