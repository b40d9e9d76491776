import {
  Calculator,
  CalendarDays,
  ChartNoAxesCombined,
  Clock,
  FileText,
  Flag,
  Gauge,
  House,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Settings,
  Ticket,
  Users,
  Video,
  Wallet,
} from 'lucide-react';

export interface NavItem {
  to: string;
  label: string;
  /** For the bottom bar of a phone, where the label is too long for a fifth of the width. */
  shortLabel?: string;
  icon: LucideIcon;
  /** Only its own address makes it current, not those below it. */
  end?: boolean;
  /** How many wait there. */
  count?: number;
}

const overview = (to: string): NavItem => ({
  to,
  label: 'Vue d’ensemble',
  shortLabel: 'Accueil',
  icon: House,
  end: true,
});

export const viewerNavigation: readonly NavItem[] = [
  overview('/viewer-dashboard'),
  { to: '/viewer-dashboard/bookings', label: 'Réservations', icon: Ticket },
  { to: '/viewer-dashboard/payments', label: 'Paiements', icon: Wallet },
  { to: '/viewer-dashboard/settings', label: 'Réglages', icon: Settings },
];

export const streamerNavigation: readonly NavItem[] = [
  overview('/streamer-dashboard'),
  { to: '/streamer-dashboard/bookings', label: 'Réservations', icon: Ticket },
  { to: '/streamer-dashboard/calendar', label: 'Calendrier', icon: CalendarDays },
  { to: '/streamer-dashboard/availability', label: 'Disponibilités', shortLabel: 'Horaires', icon: Clock },
  { to: '/streamer-dashboard/earnings', label: 'Revenus', icon: Wallet },
  { to: '/streamer-dashboard/statistics', label: 'Statistiques', icon: ChartNoAxesCombined },
  { to: '/streamer-dashboard/revenue-simulator', label: 'Simulateur', icon: Calculator },
  { to: '/streamer-dashboard/settings', label: 'Réglages', icon: Settings },
];

export const adminNavigation: readonly NavItem[] = [
  overview('/admin-dashboard'),
  { to: '/admin-dashboard/users', label: 'Utilisateurs', icon: Users },
  { to: '/admin-dashboard/streamers', label: 'Streamers', icon: Video },
  { to: '/admin-dashboard/sessions', label: 'Sessions', icon: CalendarDays },
  { to: '/admin-dashboard/payments', label: 'Paiements', icon: Wallet },
  { to: '/admin-dashboard/messages', label: 'Messages', icon: MessagesSquare },
  { to: '/admin-dashboard/moderation', label: 'Modération', icon: Flag },
  { to: '/admin-dashboard/content', label: 'Contenu', icon: Newspaper },
  { to: '/admin-dashboard/analytics', label: 'Statistiques', icon: ChartNoAxesCombined },
  { to: '/admin-dashboard/system', label: 'Système', icon: Gauge },
  { to: '/admin-dashboard/reports', label: 'Rapports', icon: FileText },
  { to: '/admin-dashboard/settings', label: 'Réglages', icon: Settings },
];
