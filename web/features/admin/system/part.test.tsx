import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { Part } from './part.tsx';

const shown = (isTrouble: boolean, address: string): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Part
        id="tasks"
        title="Tâches"
        tone={isTrouble ? 'live' : 'settled'}
        state="Une échoue"
        isTrouble={isTrouble}
      >
        <p>Le détail</p>
      </Part>
    </MemoryRouter>,
  );

describe('a part of the system', () => {
  test.each([
    ['is folded when all is well', false, '/system', false],
    ['is open by itself when something is to be done', true, '/system', true],
    ['is open where the address names it', false, '/system#tasks', true],
    ['is folded where the address names another', false, '/system#errors', false],
  ])('%s, with its detail there either way', (_, isTrouble, address, open) => {
    const html = shown(isTrouble, address);
    expect(/<details[^>]* open/.test(html)).toBe(open);
    expect(html).toContain('Le détail');
  });
});
