import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import type { Vsn } from './wire/message.ts';

/** The parameters with which a socket is opened. */
export interface Admission {
  vsn: Vsn;
  apikey: string;
}

export interface Refusal {
  status: 401 | 403 | 429 | 500 | 503;
  message: string;
}

const REASONS = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The versions of the protocol; a client that names none uses the first, as in Phoenix. */
function vsnOf(given: string | null): Vsn | null {
  if (given === null || given.startsWith('1.')) return 1;
  return given.startsWith('2.') ? 2 : null;
}

/**
 * A socket needs a key of ours, in the query (browsers can set no header) or as `apikey` or
 * `x-api-key`.
 */
export async function admit(gateway: Gateway, request: IncomingMessage): Promise<Admission | Refusal> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const header = request.headers['x-api-key'] ?? request.headers.apikey;
  const apikey = searchParams.get('apikey') ?? (typeof header === 'string' ? header : null);
  const vsn = vsnOf(searchParams.get('vsn'));
  if (vsn === null) return { status: 403, message: 'Unknown serializer version' };
  if (apikey === null || /[^\x21-\x7e]/.test(apikey))
    return { status: 401, message: 'No API key found in request' };
  try {
    await gateway.caller(new Headers({ apikey }));
  } catch (error) {
    if (error instanceof GatewayError) return { status: error.status, message: error.message };
    throw error;
  }
  return { vsn, apikey };
}

/**
 * Answers a refused upgrade in plain HTTP and closes the socket: Node took its own listeners away,
 * so a reset would be an uncaught error and end the process, and a client that never closes would
 * keep its descriptor.
 */
export function refuse(socket: Duplex, status: Refusal['status'], message: string): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
