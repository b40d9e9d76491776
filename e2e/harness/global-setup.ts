import { preparePlace } from './prepared-data.ts';
import { prepared } from './server.ts';

/**
 * Playwright's global setup. Of a whole lane, the demonstration is made from the first moment: its tests come late, and each of their workers would
 * wait for it while the processors rest.
 * @returns the global teardown
 */
export default function prepareRun(): () => Promise<void> {
  const clear = preparePlace();
  const making = process.env.PREPARE_DEMO ? prepared('demo') : Promise.resolve('');
  // Who needs it says why it is not there.
  const made = making.then(
    () => undefined,
    () => undefined,
  );
  return async () => {
    await made;
    clear();
  };
}
