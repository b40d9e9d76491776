/**
 * Timers that go on while the tab is hidden: browsers slow those of a hidden page to one a minute, and a heartbeat that comes too
 * late is counted as absence. Takes `{id, delay}` and `{id, delay: null}` to call off; says the id when the time has come.
 */
const waiting = new Map<number, ReturnType<typeof setTimeout>>();

self.onmessage = ({ data }: MessageEvent<{ id: number; delay: number | null }>) => {
  clearTimeout(waiting.get(data.id));
  waiting.delete(data.id);
  if (data.delay === null) return;
  waiting.set(
    data.id,
    setTimeout(() => {
      waiting.delete(data.id);
      self.postMessage(data.id);
    }, data.delay),
  );
};
