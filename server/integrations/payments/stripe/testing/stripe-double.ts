import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ENDPOINTS, type Endpoint, type EndpointName } from './published-parameters.ts';
import { ANSWERS } from './stripe-answers.ts';
import { ApiError, checkParameters, parseForm } from './stripe-request.ts';
import { StripeState } from './stripe-state.ts';

/** An event as the webhook endpoint receives it. */
export interface SentEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  account?: string;
  data: { object: object };
}

/** What goes wrong with one request: before it is understood, or after it was done and before its answer arrives. */
export type Fault = { status: number } | 'hang' | 'answer lost';

interface Recorded {
  endpoint: EndpointName;
  body: unknown;
  key: string | null;
  account: string | null;
}

/**
 * Stripe as far as Loge can tell: an HTTP server that refuses parameters that Stripe does not publish, keeps state,
 * honours idempotency keys and signs its events. What payers and banks do is in `stripe-people.ts`.
 */
export class StripeDouble {
  readonly state = new StripeState();
  readonly requests: Recorded[] = [];
  readonly events: SentEvent[] = [];
  /** Taken one by one by the next requests; null lets one pass. */
  readonly faults: (Fault | null)[] = [];
  /** Requests of these are left without an answer: before they are understood, or once they were done. */
  readonly silentAt = new Map<EndpointName, 'before' | 'after'>();
  /** Those that were. */
  readonly unanswered: EndpointName[] = [];
  readonly secretKey = 'sk_test_double';
  readonly webhookSecret = 'whsec_double';
  readonly connectWebhookSecret = 'whsec_double_connect';
  /** Of both endpoints, as the adapter is told them. */
  readonly webhookSecrets = [this.webhookSecret, this.connectWebhookSecret];
  now = () => Math.floor(Date.now() / 1000);
  readonly #answered = new Map<string, { fingerprint: string; status: number; body: string }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The header that Stripe signs a webhook with: HMAC-SHA256 over `timestamp.body`. */
  sign(body: string, { at = this.now(), secret = this.webhookSecret } = {}): Headers {
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return new Headers({ 'stripe-signature': `t=${at},v1=${signature}`, 'content-type': 'application/json' });
  }

  /** A webhook as it arrives: the endpoint for connected accounts has a secret of its own. */
  sent(event: SentEvent): { headers: Headers; body: string } {
    const body = JSON.stringify(event);
    const secret = event.account === undefined ? this.webhookSecret : this.connectWebhookSecret;
    return { headers: this.sign(body, { secret }), body };
  }

  emit(type: string, object: object, account?: string): SentEvent {
    const event: SentEvent = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: this.now(),
      ...(account && { account }),
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    return event;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    if (fault === 'hang') return; // the client gives up by itself
    if (fault && fault !== 'answer lost') {
      const error = { type: 'api_error', message: 'An unknown error occurred' };
      return reply(response, fault.status, JSON.stringify({ error }));
    }
    const endpoint = endpointOf(request);
    const silent = endpoint && this.silentAt.get(endpoint);
    if (endpoint && silent === 'before') return void this.unanswered.push(endpoint);
    const { status, body } = await this.#answer(request);
    if (endpoint && silent === 'after') return void this.unanswered.push(endpoint);
    if (fault === 'answer lost') return void response.destroy();
    reply(response, status, body);
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = request.method === 'GET' ? url.search.slice(1) : await text(request);
    const key = header(request, 'idempotency-key');
    const account = header(request, 'stripe-account');
    const fingerprint = `${request.method} ${url.pathname} ${account} ${form}`;
    try {
      if (header(request, 'authorization') !== `Bearer ${this.secretKey}`) {
        throw new ApiError('Invalid API Key provided', { status: 401 });
      }
      const before = key === null ? undefined : this.#answered.get(key);
      if (before && before.fingerprint !== fingerprint) {
        throw new ApiError(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
          { type: 'idempotency_error' },
        );
      }
      if (before) return before;
      const answer = {
        status: 200,
        body: JSON.stringify(this.#perform(request, url.pathname, form, key, account)),
      };
      if (key !== null) this.#answered.set(key, { fingerprint, ...answer });
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, type, code, param, message } = error;
      return { status, body: JSON.stringify({ error: { type, code, param, message } }) };
    }
  }

  #perform(
    request: IncomingMessage,
    path: string,
    form: string,
    key: string | null,
    account: string | null,
  ): object {
    const name = endpointOf(request);
    if (name === null)
      throw new ApiError(`Unrecognized request URL (${request.method}: ${path}).`, { status: 404 });
    const endpoint: Endpoint = ENDPOINTS[name];
    const body = parseForm(form);
    this.requests.push({ endpoint: name, body, key, account });
    checkParameters(body, endpoint.parameters);
    if ((account !== null) !== (endpoint.connected === true)) {
      throw new ApiError(`${name} was asked of the wrong account`, { status: 403 });
    }
    return ANSWERS[name]({
      state: this.state,
      id: endpoint.path.exec(path)?.[1] ?? '',
      body,
      account,
      now: this.now(),
      emit: (type, object) => this.emit(type, object),
    });
  }
}

const pathOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://stripe').pathname;

/** @returns null for what Stripe does not serve */
function endpointOf(request: IncomingMessage): EndpointName | null {
  const found = Object.entries<Endpoint>(ENDPOINTS).find(
    ([, { method, path }]) => method === request.method && path.test(pathOf(request)),
  );
  return (found?.[0] as EndpointName | undefined) ?? null;
}

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' });
  response.end(body);
}
