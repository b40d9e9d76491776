const WIDTH = 640;
const HEIGHT = 360;
const FRAMES = 30;
/** Squares of noise: as hard to encode as a face that moves, and not as hard as snow. */
const GRAIN = 16;

/** A picture that moves, drawn by ourselves: the line is measured without a camera, and the same for everybody. */
export function openTestPicture(): { track: MediaStreamTrack; close(): void } {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false });
  const small = document.createElement('canvas');
  small.width = WIDTH / GRAIN;
  small.height = HEIGHT / GRAIN;
  const noise = small.getContext('2d', { alpha: false });
  const draw = () => {
    if (!context || !noise) return;
    const pixels = noise.createImageData(small.width, small.height);
    crypto.getRandomValues(pixels.data);
    noise.putImageData(pixels, 0, 0);
    context.drawImage(small, 0, 0, WIDTH, HEIGHT);
  };
  draw();
  const timer = setInterval(draw, 1000 / FRAMES);
  const [track] = canvas.captureStream(FRAMES).getVideoTracks();
  if (!track) throw new Error('This browser records no canvas');
  return {
    track,
    close() {
      clearInterval(timer);
      track.stop();
    },
  };
}
