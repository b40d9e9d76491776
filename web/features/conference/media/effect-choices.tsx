import { Ban, ScanFace } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { BACKDROP_URLS } from '#web/conference-core/media/effects/backdrops.ts';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import {
  BACKGROUNDS,
  type Background,
  type LocalMedia,
  type LocalState,
  NOISE_MODES,
  type NoiseMode,
} from '#web/conference-core/media/local-state.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { BACKGROUND_LABELS, BACKGROUND_TEXT, NOISE_LABELS } from './device-text.ts';

const pictureOf = (background: Background): ReactNode => {
  if (background === 'none') return <Ban aria-hidden="true" className="size-5 text-soft" />;
  if (background === 'blur') return <ScanFace aria-hidden="true" className="size-5 text-soft" />;
  return <img src={BACKDROP_URLS[background]} alt="" className="absolute inset-0 size-full object-cover" />;
};

/** One's own background: as it is, blurred, or a picture. */
export function BackgroundChoice({ media, local }: { media: LocalMedia; local: LocalState }) {
  const name = useId();
  const { background } = local.choices;
  if (!browserEffects.canReplaceBackground()) {
    return (
      <p className="text-small text-muted">
        Ce navigateur ne sait pas flouter l’arrière-plan : Chrome et Edge sur ordinateur le savent.
      </p>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-small font-medium text-soft">Arrière-plan</legend>
      <div className="grid grid-cols-5 gap-2 max-[22.5rem]:gap-1">
        {BACKGROUNDS.map((choice) => (
          <label
            key={choice}
            className="group relative grid min-w-0 cursor-pointer gap-1 text-center text-kicker text-muted has-checked:font-semibold has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={background === choice}
              onChange={() => void media.setBackground(choice)}
              className="peer absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            />
            <span className="relative grid aspect-[4/3] min-h-11 w-full min-w-0 place-items-center overflow-hidden rounded-md border border-edge bg-stage outline-offset-2 group-hover:border-soft peer-checked:border-ink peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:outline-2 peer-focus-visible:outline-spot">
              {pictureOf(choice)}
            </span>
            <span className="truncate">{BACKGROUND_LABELS[choice]}</span>
          </label>
        ))}
      </div>
      <p role="status" className="text-small text-soft">
        {BACKGROUND_TEXT[local.effects.background]}
      </p>
    </fieldset>
  );
}

const HINTS: Readonly<Record<NoiseMode, string>> = {
  browser: 'Convient à presque toutes les voix.',
  strong: 'Pour un clavier, un ventilateur ou la rue.',
  off: 'Pour la musique. Mettez un casque.',
};

/** How much noise is removed from one's own voice. */
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
