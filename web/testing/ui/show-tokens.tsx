import { Logo } from '#web/ui/logo.tsx';
import { Showcase, Specimen } from './showcase.tsx';

const surfaces = ['pit', 'ground', 'stage', 'raised', 'lifted', 'hover'];
const lights = ['off', 'edge', 'spot', 'spot-bright', 'spot-deep', 'live', 'live-bright', 'settled'];
const texts = ['ink', 'soft', 'muted', 'spot', 'live', 'settled'];
const sizes = ['hero', 'heading', 'date', 'figure', 'title', 'lead', 'base', 'small', 'kicker'];
const display = new Set(['hero', 'heading', 'date', 'figure', 'title']);

/** Colour, type and the mark. */
export function ShowTokens() {
  return (
    <Showcase title="Lumière et matière">
      <Specimen name="Logo">
        <Logo />
        <Logo bare className="text-[2rem]" />
      </Specimen>
      <Specimen name="Surfaces">
        {[...surfaces, ...lights].map((name) => (
          <span key={name} className="grid gap-1.5 text-kicker text-soft">
            <span
              className="block h-16 w-24 rounded-md border border-line"
              style={{ background: `var(--color-${name})` }}
            />
            {name}
          </span>
        ))}
      </Specimen>
      <Specimen name="Textes, sur la scène">
        <div className="grid gap-1 rounded-lg bg-stage p-5">
          {texts.map((name) => (
            <span key={name} style={{ color: `var(--color-${name})` }}>
              {name} : Jeudi 12 mars à 18 h 30
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen name="Tailles">
        <div className="grid min-w-0 gap-4">
          {sizes.map((name) => (
            <span
              key={name}
              className={display.has(name) ? 'display' : ''}
              style={{ fontSize: `var(--text-${name})`, lineHeight: `var(--text-${name}--line-height)` }}
            >
              {name} : Prenez place
            </span>
          ))}
        </div>
      </Specimen>
    </Showcase>
  );
}
