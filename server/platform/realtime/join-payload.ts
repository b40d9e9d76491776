import { z } from 'zod';

/** A part that is wrong counts as left out, as on a hosted project: clients of all ages send many things. */
const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const flag = lenient(z.boolean());

const shape = z.object({
  access_token: z.unknown().optional(),
  user_token: z.unknown().optional(),
  config: lenient(
    z.object({
      private: flag,
      broadcast: lenient(
        z.object({ self: flag, ack: flag, replay: z.unknown().optional(), replication_ready: flag }),
      ),
      presence: lenient(z.object({ key: lenient(z.string()), enabled: flag })),
      postgres_changes: lenient(z.array(z.record(z.string(), z.unknown()).nullable())),
      postgres_changes_options: lenient(z.object({ wait: flag })),
    }),
  ),
});

/** What a client says when it joins a channel. */
export interface JoinPayload {
  token: unknown;
  isPrivate: boolean;
  self: boolean;
  ack: boolean;
  replay: boolean;
  replicationReady: boolean;
  presenceKey: string | null;
  presenceEnabled: boolean;
  bindings: Record<string, unknown>[];
  /** Refuse the join, rather than tell later, when a binding cannot be taken. */
  wait: boolean;
}

/** Never fails: an invalid join payload counts as one for a public channel with no options. */
export function parseJoinPayload(payload: unknown): JoinPayload {
  const { data } = shape.safeParse(payload);
  const {
    broadcast,
    presence,
    postgres_changes: bindings,
    postgres_changes_options: options,
  } = data?.config ?? {};
  return {
    token: data?.access_token ?? data?.user_token,
    isPrivate: data?.config?.private ?? false,
    self: broadcast?.self ?? false,
    ack: broadcast?.ack ?? false,
    replay: broadcast?.replay !== undefined,
    replicationReady: broadcast?.replication_ready ?? false,
    presenceKey: presence?.key || null,
    presenceEnabled: presence?.enabled ?? false,
    bindings: (bindings ?? []).filter((each) => each !== null),
    wait: options?.wait ?? false,
  };
}
