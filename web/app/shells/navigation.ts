import {
  Calculator,
  CalendarDays,
  ChartNoAxesCombined,
  Clock,
  FileText,
  Flag,
  Gauge,
  Heart,
  House,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Radio,
  Settings,
  Star,
  Tag,
  Ticket,
  Users,
  Video,
  Wallet,
} from 'lucide-react';
import type { Area } from '#product/shared/areas.ts';
import { PAGES, type PageIcon } from '#product/shared/pages.ts';

/** The icons of the table of pages: they come with the dashboards, not with the first page. */
const ICONS: Readonly<Record<PageIcon, LucideIcon>> = {
  calculator: Calculator,
  calendar: CalendarDays,
  chart: ChartNoAxesCombined,
  clock: Clock,
  file: FileText,
  flag: Flag,
  gauge: Gauge,
  heart: Heart,
  house: House,
  messages: MessagesSquare,
  newspaper: Newspaper,
  radio: Radio,
  settings: Settings,
  star: Star,
  tag: Tag,
  ticket: Ticket,
  users: Users,
  video: Video,
  wallet: Wallet,
};

export interface NavItem {
  to: string;
  label: string;
  shortLabel?: string | undefined;
  icon: LucideIcon;
  /** It is current only at its own address, not at those below it. */
  end: boolean;
}

export interface NavigationProps {
  /** Names the space's owner. */
  label: string;
  items: readonly NavItem[];
  /** How much waits on each page, by its path. */
  counts: Readonly<Record<string, number>>;
}

/**
 * The navigation of a dashboard: the pages of its area that have an icon, in the order of the
 * table.
 */
export const navigationOf = (area: Area): readonly NavItem[] =>
  PAGES.filter((page) => page.area === area).flatMap(({ path, title, label, shortLabel, icon }, index) =>
    icon ? [{ to: path, label: label ?? title, shortLabel, icon: ICONS[icon], end: index === 0 }] : [],
  );
