import { diffLines } from 'diff';

/** A run of lines that two texts share, or that one of them alone has. */
export type TextChange = { kind: 'same'; lines: number } | { kind: 'added' | 'removed'; text: string };

/** What was taken out of a text and put into it, in the order of the text; a line that was changed is taken out and put in. */
export const changesOf = (before: string, after: string): TextChange[] =>
  diffLines(before, after).map(({ value, added, removed, count }) =>
    added || removed
      ? { kind: added ? 'added' : 'removed', text: value.trimEnd() }
      : { kind: 'same', lines: count },
  );
