import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import {
  type LocalMedia,
  type LocalState,
  NOISE_MODES,
  type NoiseMode,
} from '#web/conference-core/media/local-state.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { NOISE_LABELS } from './choice-text.ts';

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
