/**
 * A task of its own, at once: chained timers of 0 ms wait for 4 ms each from the fifth on (HTML,
 * timer initialisation steps).
 */
const task = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Lets the browser paint, and answer somebody who pressed something, before what follows. Where the
 * browser can be asked for that (`scheduler.yield`), what follows goes ahead of other tasks that
 * wait; in Safari it waits behind them.
 */
export const nextTask = (): Promise<void> =>
  'scheduler' in window && 'yield' in window.scheduler ? window.scheduler.yield() : task();
