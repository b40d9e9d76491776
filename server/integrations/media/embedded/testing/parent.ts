/** A server that is nothing but its media engine, for a test to kill: it prints the worker's process id. */
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { createWorkerProcess } from '../worker-process.ts';

const worker = createWorkerProcess({ addresses: ['127.0.0.1'], ports: null }, pino({ level: 'silent' }));
await worker.ask({ do: 'close', sessionId: 'none' });
process.stdout.write(`${worker.pid}\n`);
await delay(60_000);
