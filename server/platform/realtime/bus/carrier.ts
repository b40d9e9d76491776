/** The channel of NOTIFY on which processes talk; `realtime.send()` writes to it as well. */
export const BUS_CHANNEL = 'realtime_bus';

/** A message between processes; `kind` says which part of realtime it belongs to. */
export interface BusMessage {
  kind: string;
  [field: string]: unknown;
}

export interface Envelope {
  node: string;
  /** Counts, so that no two notifications of a transaction are equal: Postgres would send one of them. */
  seq: number;
  message: BusMessage;
}

/** How envelopes get to the other processes. */
export interface Carrier {
  /** In this order; one call at a time. @throws when the carrier is away */
  send(envelopes: readonly Envelope[]): Promise<void>;
  close(): Promise<void>;
}
