import { audioContext } from '#web/conference-core/media/audio-level.ts';

/** Pictures of people and of screens who are not there: drawn on a canvas, and sent as a camera sends. */

/** Frames per second; only one where less motion is preferred. */
const framesPerSecond = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 6);

/** The two lights behind each person, from the tokens. */
const LIGHTS = [
  ['sea', 'pine'],
  ['coral', 'rose'],
  ['iris', 'sky'],
  ['straw', 'clay'],
  ['sage', 'sea'],
  ['rose', 'iris'],
  ['clay', 'coral'],
  ['mint', 'pine'],
] as const;

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();

interface Canvas {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
}

/** @param draw called for each frame with the seconds since the first */
function film(
  width: number,
  height: number,
  draw: (canvas: Canvas, seconds: number) => void,
): MediaStreamTrack {
  const element = document.createElement('canvas');
  element.width = width;
  element.height = height;
  const context = element.getContext('2d');
  if (!context) throw new Error('This browser draws no canvas');
  const canvas = { context, width, height };
  const frames = framesPerSecond();
  let frame = 0;
  const next = () => {
    draw(canvas, frame / frames);
    frame += 1;
  };
  next();
  const [track] = element.captureStream(frames).getVideoTracks();
  if (!track) throw new Error('This browser sends no canvas');
  const timer = setInterval(
    () => (track.readyState === 'ended' ? clearInterval(timer) : next()),
    1000 / frames,
  );
  return track;
}

/** Somebody before a soft light, who moves a little. */
export function personPicture(index: number): MediaStreamTrack {
  const [near = 'sea', far = 'pine'] = LIGHTS[index % LIGHTS.length] ?? [];
  const [light, shade, night] = [token(`avatar-${near}`), token(`avatar-${far}`), token('pit')];
  return film(480, 270, ({ context, width, height }, seconds) => {
    context.globalAlpha = 1;
    context.fillStyle = night;
    context.fillRect(0, 0, width, height);
    const glow = context.createRadialGradient(
      width * 0.62,
      height * 0.2,
      10,
      width * 0.55,
      height * 0.35,
      width * 0.75,
    );
    glow.addColorStop(0, light);
    glow.addColorStop(0.45, shade);
    glow.addColorStop(1, night);
    context.globalAlpha = 0.55;
    context.fillStyle = glow;
    context.fillRect(0, 0, width, height);
    const sway = Math.sin(seconds * 1.3 + index) * 5;
    context.globalAlpha = 0.82;
    context.fillStyle = night;
    context.beginPath();
    context.ellipse(width / 2 + sway, height * 0.46, height * 0.155, height * 0.2, 0, 0, Math.PI * 2);
    context.ellipse(width / 2 + sway * 0.5, height * 1.08, height * 0.42, height * 0.42, 0, 0, Math.PI * 2);
    context.fill();
    context.globalAlpha = 0.35;
    context.strokeStyle = light;
    context.lineWidth = 3;
    context.beginPath();
    context.ellipse(width / 2 + sway, height * 0.46, height * 0.155, height * 0.2, 0, -1.9, 0.4);
    context.stroke();
  });
}

/** A shared screen: a board with a move that goes back and forth. */
export function screenPicture(): MediaStreamTrack {
  const [page, dark, bright, piece, other] = [
    token('stage'),
    token('hover'),
    token('soft'),
    token('spot'),
    token('settled'),
  ];
  return film(1280, 720, ({ context, width, height }, seconds) => {
    context.fillStyle = page;
    context.fillRect(0, 0, width, height);
    const side = 78;
    const left = 90;
    const top = (height - side * 8) / 2;
    for (let square = 0; square < 64; square += 1) {
      const [column, row] = [square % 8, Math.floor(square / 8)];
      context.fillStyle = (column + row) % 2 === 0 ? bright : dark;
      context.fillRect(left + column * side, top + row * side, side, side);
    }
    const stone = (column: number, row: number, colour: string) => {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(left + (column + 0.5) * side, top + (row + 0.5) * side, side * 0.32, 0, Math.PI * 2);
      context.fill();
    };
    const moved = Math.floor(seconds) % 4 < 2;
    stone(moved ? 6 : 4, moved ? 1 : 3, piece);
    for (const [column, row] of [
      [4, 6],
      [3, 5],
      [5, 2],
      [1, 1],
    ] as const)
      stone(column, row, other);
    context.fillStyle = bright;
    for (let line = 0; line < 9; line += 1) {
      context.globalAlpha = line === 0 ? 0.9 : 0.3;
      context.fillRect(left + side * 8 + 70, 90 + line * 58, 180 + ((line * 97) % 190), line === 0 ? 22 : 12);
    }
    context.globalAlpha = 1;
  });
}

/** Loud enough to show a level, too quiet to disturb. */
const LOUDNESS = 0.035;
/** A microphone that works gives a little noise: complete silence would be reported as a fault. */
const BREATH = 0.001;

/** A hum in the rhythm of somebody who speaks, or with `speaks: false` the silence of somebody who listens. */
export function voice({ speaks, pitch }: { speaks: boolean; pitch: number }): MediaStreamTrack {
  const audio = audioContext();
  const target = audio.createMediaStreamDestination();
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = pitch;
  gain.gain.value = speaks ? LOUDNESS : BREATH;
  tone.connect(gain).connect(target);
  tone.start();
  if (speaks) {
    const words = audio.createOscillator();
    const depth = audio.createGain();
    words.frequency.value = 2.5;
    depth.gain.value = LOUDNESS / 3;
    words.connect(depth).connect(gain.gain);
    words.start();
  }
  const [track] = target.stream.getAudioTracks();
  if (!track) throw new Error('This browser makes no sound');
  return track;
}
