/** The list with one of it at another place, which is held within the list. */
export const moved = (ids: readonly string[], id: string, to: number): string[] =>
  ids.filter((each) => each !== id).toSpliced(Math.max(0, to), 0, id);
