import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

/**
 * A list of which a telephone shows the first few and the rest on demand, where several such lists
 * make one page; wider screens show all of it.
 * @param few how many a telephone shows at first @param things what the rows are, in the plural
 * @returns the class of each row by its index, and the button below the list, null when the list is
 *   short
 */
export function useFewOnPhone(count: number, few: number, things: string) {
  const [all, setAll] = useState(false);
  return {
    /** The class of what follows the list, such as the button for its next page. */
    after: !all && count > few ? 'max-md:hidden' : undefined,
    classOf: (index: number) => (!all && index >= few ? 'max-md:hidden' : undefined),
    button:
      count > few ? (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-center md:hidden"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? `Moins de ${things}` : `${count - few} ${things} de plus`}
        </Button>
      ) : null,
  };
}
