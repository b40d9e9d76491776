import * as RadixTabs from 'radix-ui/tabs';
import { type ReactNode, useEffect, useRef } from 'react';

export interface TabItem {
  value: string;
  label: string;
  /** How many items of the tab wait for the reader; shown beside the label. */
  count?: number;
}

interface TabsProps {
  /** Names the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem[];
  /** Kept by the caller in the URL, so that Back works. */
  value: string;
  onValueChange: (value: string) => void;
  /** One `TabPanel` for each item. */
  children: ReactNode;
}

/** Several views of one thing. The arrow keys move, the row scrolls within itself on a phone. */
export function Tabs({ label, items, value, onValueChange, children }: TabsProps) {
  // A click both presses and focuses a tab, and the URL changes a moment later: two changes of the
  // URL would make Back need two steps.
  const asked = useRef(value);
  useEffect(() => {
    asked.current = value;
  }, [value]);
  const list = useRef<HTMLDivElement>(null);
  // A row that is wider than the telephone shows the tab that is open, whichever that is, also once
  // counts have made others wider.
  const widths = items.map(({ label: text, count }) => `${text}${String(count ?? '')}`).join();
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector(`[role="tab"][id$="-${CSS.escape(value)}"]`);
    if (!row || !tab) return;
    const [rowBox, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.scrollLeft += tabBox.left - rowBox.left - (rowBox.width - tabBox.width) / 2;
  }, [value, widths]);
  const choose = (next: string) => {
    if (next === asked.current) return;
    asked.current = next;
    onValueChange(next);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <RadixTabs.List
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto max-sm:gap-0 border-b border-line [scrollbar-width:none]"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3.5 max-sm:px-2.5 whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {item.label}
            {item.count !== undefined && (
              <span className="num rounded-full bg-wash px-2 py-0.5 text-kicker text-soft">{item.count}</span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

/** The content of one tab. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} className="pt-6">
      {children}
    </RadixTabs.Content>
  );
}
