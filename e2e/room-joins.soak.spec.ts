import { keepSession, openSession } from './harness/people.ts';
import { confirmedSession, haveSmallCamera, meetAgainAndAgain, visit } from './harness/rooms.ts';
import { answered, expect, test } from './harness/test.ts';

test('two who press at the same moment, or one up to 600 ms after the other, meet each of 25 times', async ({
  page,
  server,
  launchOptions,
  contextOptions,
  expectErrors,
}) => {
  test.setTimeout(300_000);
  expectErrors(answered(409));
  const stage = await confirmedSession(server, { minutesIn: 1, durationMinutes: 60 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.addInitScript(haveSmallCamera);
  const streamer = await visit(launchOptions, contextOptions, server, stage.streamer);
  try {
    for (const who of [page, streamer.page]) await who.goto(`/conference/room/${stage.roomId}`);
    // One of them may be slow because the machine was.
    expect(await meetAgainAndAgain(page, streamer.page, 25)).toBeLessThan(2);
  } finally {
    await streamer.close();
  }
});
