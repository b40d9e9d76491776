import type { RoomPerson } from '#product/conference/contract.ts';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { personPicture, voice } from './tracks.ts';

/** Identifiers that are the same on every visit. */
export const fakeId = (kind: string, index: number): string =>
  `00000000-0000-4000-8${kind}-${String(index).padStart(12, '0')}`;

const NAMES = [
  'Nour Écarlate',
  'Camille Delorme',
  'Théo Brume',
  'Inès Solaire',
  'Yanis Roc',
  'Anouk Karsenti',
  'Hugo Lenoir',
  'Chloé Marin',
  'Sami Dupré',
  'Léo Pastel',
  'Nadia Forest',
  'Maëlle Nocturne-Beauvallon',
  'Ravi Santander',
  'Élise Vasseur',
] as const;

/** @param index from 0: the first is the streamer, the second is the viewer whom the scenes look through */
export function person(
  index: number,
  side: RoomPerson['side'] = index === 0 ? 'streamer' : 'viewer',
): RoomPerson {
  return {
    personId: fakeId('001', index),
    name: NAMES[index % NAMES.length] ?? '',
    avatarUrl: null,
    side,
  };
}

interface FakePeer extends Partial<Omit<PeerState, 'flags'>> {
  flags?: Partial<NonNullable<PeerState['flags']>> | null;
  speaks?: boolean;
}

/** Somebody in the room, with a picture and a voice of their own unless they are told to have none. */
export function peer(index: number, given: FakePeer = {}): PeerState {
  const { flags, speaks = false, ...rest } = given;
  const told = flags === null ? null : { mic: true, camera: true, screen: false, hand: false, ...flags };
  return {
    ...person(index),
    participantId: fakeId('002', index),
    initiates: true,
    publishes: true,
    gone: null,
    link: 'connected',
    flags: told,
    audio: voice({ speaks, pitch: 140 + index * 12 }),
    camera: told?.camera ? personPicture(index) : null,
    screen: null,
    screenAudio: null,
    ...rest,
  };
}
