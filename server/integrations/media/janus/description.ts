import { BadDescription } from '../media-engine.ts';
import type { Description } from './answers.ts';

/** Every description of a room: audio, camera, screen, the screen's sound. */
const LAYOUT = ['audio', 'video', 'video', 'audio'];

/**
 * Browsers do not wait for their candidates, and Janus only begins to listen to a browser of which it knows one. This one leads nowhere
 * (RFC 5737); the browser's own first packet shows where it is. Names of mDNS are none that a server could look up.
 */
const NOWHERE = 'a=candidate:1 1 udp 1 192.0.2.1 9 typ host';

/**
 * @param sdp what a browser says
 * @returns it in the form in which Janus takes it
 * @throws BadDescription when it has not the four media in their order
 */
export function fromBrowser(type: Description['type'], sdp: string): Description {
  const sections = sdp.split(/^(?=m=)/m);
  const kinds = sections.slice(1).map((section) => /^m=(\w+) /.exec(section)?.[1]);
  if (kinds.length !== LAYOUT.length || kinds.some((kind, index) => kind !== LAYOUT[index]))
    throw new BadDescription(`the media are ${kinds.join(', ')} and not ${LAYOUT.join(', ')}`);
  const lines = sections.map((section, index) => {
    const kept = section
      .split(/\r?\n/)
      .filter((line) => line !== '' && !/^a=candidate:.* [\w-]+\.local /.test(line));
    // All media share the first one's connection.
    return [...kept, ...(index === 1 ? [NOWHERE] : [])].join('\r\n');
  });
  return { type, sdp: `${lines.join('\r\n')}\r\n` };
}
