import type { StateTone } from '#web/ui/badge.tsx';

interface Severity {
  label: string;
  tone: StateTone;
}

const NAMES: Readonly<Record<number, Severity>> = {
  1: { label: 'Peut attendre', tone: 'neutral' },
  2: { label: 'À faire', tone: 'spot' },
  3: { label: 'Urgent', tone: 'live' },
};

/**
 * How much something that waits for the team presses, from 1 to 3: the one scale of all its lists.
 */
export const severityOf = ({ severity }: { severity: number }): Severity =>
  NAMES[severity] ?? { label: '', tone: 'neutral' };
