import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn, mended } from './copy.ts';

const web = join(import.meta.dirname, '../../web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .sort();

it('the copy of every file of the page is right (else: node scripts/french-copy/mend.ts web/<file>)', () => {
  expect(sources.length).toBeGreaterThan(300);
  const faults = sources.flatMap((file) =>
    faultsIn(file, readFileSync(join(web, file), 'utf8')).map((fault) => `web/${file}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

describe('the mender', () => {
  const wrong = `const a = <p title="Prêt ?">Oui : « non » à 18 h 30, l'heure... {x ? 'a :' : \`b \${c} ! d !\`}</p>;`;

  it('sets copy right and leaves code alone', () => {
    expect(mended('a.tsx', wrong).replaceAll('\u202f', '~').replaceAll('\u00a0', '_')).toBe(
      `const a = <p title="Prêt~?">Oui~: «~non~» à 18_h_30, l’heure… {x ? 'a~:' : \`b \${c} ! d~!\`}</p>;`,
    );
  });

  it('leaves nothing to say about what it mended', () => {
    expect(faultsIn('a.tsx', wrong)).not.toEqual([]);
    expect(faultsIn('a.tsx', mended('a.tsx', wrong))).toEqual([]);
  });

  it('lets what the specification quotes stand, and class names', () => {
    const source = `const b = <i className="h-1 top-44 h-[620px] md:flex">Loading...</i>;`;
    expect(faultsIn('b.tsx', source)).toEqual([]);
  });
});
