import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { NOISE_LABELS } from './choice-text.ts';
import { NOISE_MODES, type NoiseMode } from './choices.ts';
import { browserEffects } from './effects/effects.ts';
import type { LocalMedia, LocalState } from './local-state.ts';

const HINTS: Readonly<Record<NoiseMode, string>> = {
  browser: 'Convient à presque toutes les voix.',
  strong: 'Pour un clavier, un ventilateur ou la rue.',
  off: 'Pour la musique. Mettez un casque.',
};

/** How much of what is no voice is taken out of one's own. */
export function NoiseChoice({ media, local }: { media: LocalMedia; local: LocalState }) {
  const { noise } = local.choices;
  const failed = local.effects.noise === 'failed';
  const modes = NOISE_MODES.filter((mode) => mode !== 'strong' || browserEffects.canSuppressNoise());
  return (
    <Field
      label="Réduction du bruit"
      hint={HINTS[noise]}
      error={
        failed ? 'La réduction renforcée n’a pas pu démarrer : celle du navigateur la remplace.' : undefined
      }
    >
      <Select
        options={modes.map((mode) => ({ value: mode, label: NOISE_LABELS[mode] }))}
        value={noise}
        onChange={(event) => {
          const chosen = NOISE_MODES.find((mode) => mode === event.target.value);
          if (chosen) void media.setNoise(chosen);
        }}
      />
    </Field>
  );
}
