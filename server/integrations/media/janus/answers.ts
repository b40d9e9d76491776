import { JanusAway, type JanusMessage, JanusRefusal, type PluginData } from './messages.ts';

export interface Description {
  type: 'offer' | 'answer';
  sdp: string;
}

export interface PluginAnswer {
  data: PluginData;
  jsep: Description | null;
}

/** Where a handle is found, by any process with a line to the same Janus. */
export interface HandleAddress {
  session: number;
  handle: number;
}

export type Body = Readonly<Record<string, unknown>>;

/** A request to the plugin behind a handle. Nothing is trickled: browsers are found by their first packet. */
export const pluginMessage = ({ session, handle }: HandleAddress, body: Body, jsep?: Description) => ({
  janus: 'message',
  session_id: session,
  handle_id: handle,
  body,
  ...(jsep ? { jsep: { ...jsep, trickle: false } } : {}),
});

/** @throws JanusRefusal when the plugin refused */
export function pluginAnswer(answer: JanusMessage): PluginAnswer {
  if ((answer.janus !== 'success' && answer.janus !== 'event') || !answer.plugindata)
    throw new JanusAway(`Janus answered ${answer.janus} where its plugin was asked`);
  const { data } = answer.plugindata;
  if (data.error_code !== undefined) throw new JanusRefusal(data.error_code, data.error ?? 'no reason given');
  return { data, jsep: answer.janus === 'event' ? (answer.jsep ?? null) : null };
}

/** The id of what was just made. */
export function madeId(answer: JanusMessage): number {
  if (answer.janus !== 'success' || !answer.data) throw new JanusAway('Janus gave no id');
  return answer.data.id;
}
