import { diffLines } from 'diff';

/** A run of lines that two texts share, or that one of them alone has. */
export type TextChange = { kind: 'same'; lines: number } | { kind: 'added' | 'removed'; text: string };

/**
 * The lines removed from a text and added to it, in the order of the text; a changed line is
 * removed and added.
 */
export const changesOf = (before: string, after: string): TextChange[] =>
  diffLines(before, after).map(({ value, added, removed, count }) =>
    added || removed
      ? { kind: added ? 'added' : 'removed', text: value.trimEnd() }
      : { kind: 'same', lines: count },
  );
