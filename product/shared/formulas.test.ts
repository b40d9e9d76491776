import { describe, expect, test } from 'vitest';
import { isFormula } from './formulas.ts';

describe('a cell that a spreadsheet would run', () => {
  test('begins with a sign of a formula, in whatever form Unicode has of it', () => {
    for (const sign of '=+-@\t\r\n＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−') expect(isFormula(`${sign}1`), sign).toBe(true);
    for (let point = 0; point < 0x1_00_00; point += 1) {
      if (point >= 0xd8_00 && point < 0xe0_00) continue;
      const sign = String.fromCodePoint(point);
      if ('=+-@'.includes(sign.normalize('NFKC').charAt(0))) expect(isFormula(sign), sign).toBe(true);
    }
  });

  test.each(['', 'a=1', '1-2', 'Camille', '’=1', '🎟 +1', '« = »'])('does not begin as %j', (text) => {
    expect(isFormula(text)).toBe(false);
  });
});
