/**
 * RFC 6455: policy violation. The platform closes the sockets of a session with it as soon as that
 * has ended.
 */
const POLICY_VIOLATION = 1008;

/**
 * A `WebSocket` that notices that the platform no longer accepts the session. The client library
 * takes the close for a lost line, so that somebody who was suspended would learn of it only by
 * their next click.
 * @param onRefused must not throw
 */
export const watchSocket = (Socket: typeof WebSocket, onRefused: () => void): typeof WebSocket =>
  class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('close', ({ code }) => {
        if (code === POLICY_VIOLATION) onRefused();
      });
    }
  };
