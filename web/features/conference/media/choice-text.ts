import type { Background, EffectState, NoiseMode } from '#web/conference-core/media/local-state.ts';

export const BACKGROUND_LABELS: Readonly<Record<Background, string>> = {
  none: 'Aucun',
  blur: 'Flou',
  curtain: 'Rideau',
  library: 'Livres',
  night: 'Ville',
};

export const NOISE_LABELS: Readonly<Record<NoiseMode, string>> = {
  browser: 'Celle du navigateur',
  strong: 'Renforcée',
  off: 'Aucune',
};

/** For a report. */
export const EFFECT_LABELS: Readonly<Record<EffectState, string>> = {
  off: 'sans effet en cours',
  starting: 'démarre',
  on: 'en marche',
  slow: 'arrêté, appareil trop lent',
  failed: 'n’a pas démarré',
};
