import type { Show } from './child.ts';

/** The place of one of several that print at the same time. */
interface Turn {
  show: Show;
  /** It prints nothing more. */
  end(): void;
}

/**
 * Lets several print at the same time without mixing what they say: the first is printed as it speaks, each other once all before it have ended.
 * @param count how many there are
 * @param print where all of it goes
 */
export function inTurn(count: number, print: Show): readonly Turn[] {
  const kept = Array.from({ length: count }, (): string[] => []);
  const ended = new Set<number>();
  let turn = 0;
  return kept.map((texts, place) => ({
    show(text) {
      if (place === turn) print(text);
      else texts.push(text);
    },
    end() {
      ended.add(place);
      while (ended.has(turn)) {
        turn += 1;
        for (const text of kept[turn] ?? []) print(text);
      }
    },
  }));
}
