import sharp from 'sharp';

/** Twice as wide as high: blue on the left, red on the right. */
export const twoColours = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#d02020' } })
    .composite([
      {
        input: { create: { width: 400, height: 400, channels: 3, background: '#2020d0' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();
