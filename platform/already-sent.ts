/**
 * Returned by a handler that wrote its answer to the connection itself.
 *
 * `RESPONSE_ALREADY_SENT` of @hono/node-server says so by a header, which only a real Response is
 * asked for. Where that library has put its own class in place of the global one, a response
 * without a body is written out from what the class keeps, header or not: a second answer, an error
 * for the log, and the end of the connection. Asked for its body, it becomes a real one.
 */
export function alreadySent(): Response {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
  void response.body;
  return response;
}
