/**
 * Timers that are on time while the tab is hidden: browsers slow those of a hidden page down to one
 * a minute, and a heartbeat that is too late counts as absence. Takes `{id, delay}`, and
 * `{id, delay: null}` to cancel; posts the id when the time has come.
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
