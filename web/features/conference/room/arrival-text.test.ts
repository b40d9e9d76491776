import { expect, test } from 'vitest';
import { arrivalText } from './arrival-text.ts';

test.each([
  [true, true, 'on vous voit et on vous entend.'],
  [true, false, 'on vous entend, votre caméra est coupée.'],
  [false, true, 'on vous voit, votre micro est coupé.'],
  [false, false, 'votre micro et votre caméra sont coupés.'],
])('with the microphone %s and the camera %s one is told so', (mic, camera, told) => {
  expect(arrivalText({ mic, camera })).toContain(told);
});
