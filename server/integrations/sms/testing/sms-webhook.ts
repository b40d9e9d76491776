import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

interface Received {
  user: { id: string; phone: string };
  sms: { otp: string; phone: string };
}

/** An operator's webhook on a port of this machine, which takes only what is signed as Standard Webhooks says. */
export interface SmsWebhook {
  url: string;
  secret: string;
  received: Received[];
  refusals: string[];
  /** The code that this number was sent last. */
  lastCode(phone: string): string;
  /** Answers this status from now on. */
  answerWith(status: number): void;
}

const isSigned = (request: IncomingMessage, body: string, key: Buffer) => {
  const id = String(request.headers['webhook-id']);
  const at = String(request.headers['webhook-timestamp']);
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return String(request.headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
};

export async function openSmsWebhook(): Promise<SmsWebhook> {
  const key = randomBytes(32);
  const received: Received[] = [];
  const refusals: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const isWhole = request.method === 'POST' && request.headers['content-type'] === 'application/json';
    if (!isWhole || !isSigned(request, body, key)) {
      refusals.push(body);
      response.writeHead(401).end();
      return;
    }
    if (status === 200) received.push(JSON.parse(body) as Received);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    secret: `v1,whsec_${key.toString('base64')}`,
    received,
    refusals,
    lastCode(phone) {
      const message = received.findLast(({ sms }) => sms.phone === phone);
      if (message === undefined) throw new Error(`nothing was sent to ${phone}`);
      return message.sms.otp;
    },
    answerWith(next) {
      status = next;
    },
  };
}
