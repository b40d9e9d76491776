/**
 * The two serialisers of the official client: 1.0.0 writes objects, 2.0.0 arrays and binary
 * broadcasts.
 */
export type Vsn = 1 | 2;

/**
 * A client's message. `payload` is the unchecked value from its JSON, or a broadcast that came as a
 * binary frame.
 */
export interface Incoming {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/**
 * A broadcast on its way to the listeners of a topic; written once for each serialiser, however
 * many they are.
 */
export type Broadcast =
  /** The whole payload as a client or the REST endpoint gave it: JSON text of an object. */
  | { form: 'json'; payload: string }
  /**
   * As serialiser 2.0.0 sends it: the body stays as it is, `json` bodies are known to be JSON.
   * `meta` is JSON of the server's own.
   */
  | { form: 'user'; event: string; encoding: 'json' | 'binary'; body: Buffer; meta?: string };

/** Ready for `send`. */
export interface Frame {
  data: Buffer;
  binary: boolean;
}

/** A frame that breaks the protocol. */
export class FrameError extends Error {
  override name = 'FrameError';
}
