import { Eye, KeyRound, Radio } from 'lucide-react';
import type { Role } from '#product/shared/roles.ts';
import type { RadioCard } from '#web/ui/radio-cards.tsx';

/** The three roles to choose from. */
export const ROLE_CARDS: readonly (RadioCard & { value: Role })[] = [
  { value: 'viewer', label: 'Viewer', description: 'Je réserve une heure en tête à tête.', icon: <Eye /> },
  { value: 'streamer', label: 'Streamer', description: 'J’ouvre mes heures et je reçois.', icon: <Radio /> },
  { value: 'admin', label: 'Admin', description: 'Je fais tourner la plateforme.', icon: <KeyRound /> },
];
