import type { RoomDetails } from '#product/conference/contract.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';
import { fakeId, peer, person } from './people.ts';
import { screenPicture } from './tracks.ts';

/** A state of the room, to look at: by default through the eyes of a viewer named Camille. */
export interface Scene {
  /** What it shows, for the list. */
  title: string;
  /** Through whose eyes; the viewer's when absent. */
  side?: 'streamer' | 'admin';
  /** Minutes of the hour that have passed; 19 when absent. */
  minutesIn?: number;
  /** How many others the session is with; one when absent. */
  others?: number;
  camera?: false;
  details?: Partial<RoomDetails>;
  /** Called at each visit: it makes tracks. */
  room: () => Partial<RoomSnapshot>;
  /** What happens a moment later. */
  later?: (room: RoomSnapshot) => Partial<RoomSnapshot>;
}

const others = (count: number) =>
  Array.from({ length: count }, (_unused, index) => (index === 0 ? 0 : index + 1));
const crowd = (count: number, given: Readonly<Record<number, Parameters<typeof peer>[1]>> = {}) =>
  others(count).map((index) =>
    peer(index, given[index] ?? (index % 4 === 3 ? { flags: { camera: false } } : {})),
  );
const out = (code: string): Partial<RoomSnapshot> => ({ phase: 'outside', out: { code, message: '' } });
const signs = (...given: [participant: number, emoji: Reaction][]) =>
  given.map(([participant, emoji], index) => ({
    id: fakeId('003', index),
    participantId: fakeId('002', participant),
    emoji,
    at: Date.now(),
  }));
const waiting = (...indexes: number[]) =>
  indexes.map((index) => ({ ...person(index), participantId: fakeId('002', index) }));
const extension = (state: 'offered' | 'accepted' | 'paying') => ({
  id: fakeId('004', 1),
  by: 'streamer' as const,
  state,
  minutes: 15,
  priceCents: 1125,
  until: new Date(Date.now() + 170_000).toISOString(),
  reason: null,
});
const mayExtend = { priceCents: 1125, minutes: 15, refusal: null };

export const SCENES = {
  two: {
    title: 'À deux',
    room: () => ({ peers: [peer(0, { speaks: true })], mayExtend }),
  },
  alone: { title: 'Seul, on attend l’autre', minutesIn: -4, room: () => ({ peers: [] }) },
  connecting: {
    title: 'La connexion s’établit',
    room: () => ({ peers: [peer(0, { link: 'connecting', flags: null })] }),
  },
  recovering: {
    title: 'La connexion est perdue',
    room: () => ({ peers: [peer(0, { link: 'recovering' })] }),
  },
  gone: {
    title: 'L’autre a disparu',
    room: () => ({
      peers: [peer(0, { flags: { camera: false }, gone: Date.now() - 9_000, link: 'recovering' })],
    }),
  },
  screen: {
    title: 'L’autre partage son écran',
    room: () => ({
      peers: [peer(0, { speaks: true, flags: { screen: true }, screen: screenPicture() })],
      mayExtend,
    }),
  },
  'group-3': {
    title: 'Quatre en tout',
    others: 3,
    room: () => ({ engine: 'embedded', peers: crowd(3, { 0: { speaks: true } }) }),
  },
  'group-7': {
    title: 'Huit en tout, avec un écran',
    others: 7,
    room: () => ({
      engine: 'embedded',
      peers: crowd(7, { 0: { speaks: true, flags: { screen: true }, screen: screenPicture() } }),
    }),
  },
  'group-12': {
    title: 'Treize en tout',
    others: 12,
    room: () => ({
      engine: 'embedded',
      peers: crowd(12, { 0: { speaks: true }, 5: { flags: { mic: false } } }),
    }),
  },
  lobby: {
    title: 'Des personnes attendent à la porte',
    side: 'streamer',
    others: 4,
    room: () => ({ engine: 'embedded', lobbyOn: true, peers: crowd(4).slice(1), lobby: waiting(8, 9, 10) }),
  },
  waiting: { title: 'À la porte', others: 4, room: () => ({ engine: 'embedded', waiting: true }) },
  'let-in': {
    title: 'On lui ouvre',
    others: 4,
    room: () => ({ engine: 'embedded', waiting: true }),
    later: () => ({ waiting: false, peers: crowd(4) }),
  },
  hands: {
    title: 'Mains levées et réactions',
    others: 5,
    room: () => ({
      engine: 'embedded',
      peers: crowd(5, {
        0: { speaks: true },
        2: { flags: { hand: true } },
        4: { flags: { hand: true, mic: false } },
      }),
      reactions: signs([0, 'clap'], [2, 'heart'], [3, 'laugh'], [4, 'wow'], [5, 'up']),
    }),
  },
  capped: {
    title: 'Sa caméra attend une place',
    others: 7,
    room: () => ({ engine: 'embedded', mayShowCamera: false, peers: crowd(7) }),
  },
  admin: {
    title: 'L’équipe Loge est dans la loge',
    details: { adminEntries: [{ reason: 'Signalement pendant la session', at: new Date().toISOString() }] },
    room: () => ({
      peers: [
        peer(0),
        peer(13, { ...person(13, 'admin'), name: 'Équipe Loge', flags: { camera: false, mic: false } }),
      ],
    }),
  },
  muted: {
    title: 'Le streamer a coupé son micro',
    others: 3,
    room: () => ({ engine: 'embedded', peers: crowd(3) }),
    later: () => ({ notice: { kind: 'muted', at: Date.now() } }),
  },
  'extension-offered': {
    title: 'On lui propose de prolonger',
    minutesIn: 52,
    room: () => ({ peers: [peer(0)], mayExtend, extension: extension('offered') }),
  },
  'extension-paying': {
    title: 'La prolongation se paie',
    minutesIn: 54,
    room: () => ({ peers: [peer(0)], mayExtend, extension: extension('paying') }),
  },
  'last-minute': {
    title: 'La dernière minute',
    minutesIn: 59.2,
    room: () => ({ peers: [peer(0)], mayExtend }),
  },
  overtime: { title: 'Après l’heure', minutesIn: 61.5, room: () => ({ peers: [peer(0, { speaks: true })] }) },
  'camera-off': {
    title: 'Caméras coupées',
    camera: false,
    room: () => ({ peers: [peer(0, { flags: { camera: false, mic: false } })] }),
  },
  'server-lost': { title: 'Le serveur ne répond plus', room: () => ({ peers: [peer(0)], server: 'lost' }) },
  removed: { title: 'On l’a fait sortir', others: 4, room: () => out('room_removed') },
  barred: { title: 'L’équipe Loge l’a fait sortir', room: () => out('room_barred') },
  ended: { title: 'Terminé pour tous', room: () => out('room_ended') },
  'taken-over': { title: 'Repris dans un autre onglet', room: () => out('room_taken_over') },
  unreachable: { title: 'La loge ne répond pas', room: () => out('unreachable') },
} satisfies Readonly<Record<string, Scene>>;

export type SceneName = keyof typeof SCENES;
export const SCENE_NAMES = Object.keys(SCENES) as SceneName[];
export const isScene = (name: string | null): name is SceneName =>
  name !== null && Object.hasOwn(SCENES, name);
