/**
 * A thread of a function's process that ends it, and what it started, once the server is gone: a
 * function that loops would never notice that itself, and would go on for ever.
 */
import { workerData } from 'node:worker_threads';

const EVERY = 500;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(-process.pid, 'SIGKILL');
}, EVERY);
