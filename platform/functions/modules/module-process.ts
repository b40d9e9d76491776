/**
 * The process of one function: loads its module and answers the requests that the server passes on
 * through a Unix socket. Started with the module's path, the socket's and the server's process id
 * as arguments, and nothing of the server's environment but what functions are told on a hosted
 * project.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { z } from 'zod';

const [file = '', socket = '', parent = ''] = process.argv.slice(2);
new Worker(new URL('./end-with-server.ts', import.meta.url), { workerData: Number(parent) }).unref();
type Handler = (request: Request) => unknown;

const handlerShape = z.custom<Handler>((value) => typeof value === 'function');
/**
 * `export default (request) => …`, or `export default { fetch }`, which other servers of functions
 * take too.
 */
const moduleShape = z.object({
  default: z.union([handlerShape, z.object({ fetch: handlerShape }).transform(({ fetch }) => fetch)]),
});

const FAILED = { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' };

/**
 * @throws TypeError for what cannot be sent as an answer, such as `Response.error()`, whose status
 *   is 0
 */
function checked(answer: unknown): Response {
  if (answer instanceof Response && answer.status >= 200 && !answer.bodyUsed) return answer;
  throw new TypeError('The function answered with something that is no response');
}

const { default: handler } = moduleShape.parse(await import(pathToFileURL(file).href));

const listener = getRequestListener(
  async (request) => {
    try {
      return checked(await handler(request));
    } catch (error) {
      console.error(error);
      return Response.json(FAILED, { status: 500, headers: { 'X-Relay-Error': 'true' } });
    }
  },
  // The function sees the web's own classes, whose checks of headers and bodies it may rely on.
  { overrideGlobalObjects: false },
);
// The server's own answer is the last word on time.
const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
  void listener(request, response);
});
server.listen(socket, () => process.send?.('ready'));
// Anybody who does not answer is stuck.
process.on('message', () => process.send?.(process.memoryUsage.rss()));
// Without the server nobody needs it, nor what it started.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
