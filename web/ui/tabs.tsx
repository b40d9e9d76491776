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
  // A click both presses and focuses a tab, and the URL changes a moment later: two changes of the URL would make Back need two steps.
  const asked = useRef(value);
  useEffect(() => {
    asked.current = value;
  }, [value]);
  const choose = (next: string) => {
    if (next === asked.current) return;
    asked.current = next;
    onValueChange(next);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <RadixTabs.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className="-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3.5 whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:border-ink data-[state=active]:font-semibold data-[state=active]:text-ink"
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

/** What one tab shows. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} className="pt-6">
      {children}
    </RadixTabs.Content>
  );
}
