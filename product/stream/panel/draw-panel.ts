import { renderSVG } from 'uqr';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { ofCity } from '#product/shared/time/zone-city.ts';
import {
  drawLogo,
  drawWords,
  GROUND,
  INK,
  readFaces,
  SOFT,
  SPOT,
} from '#server/integrations/pictures/draw-words.ts';
import type { ShownPlace } from '../read-stream.ts';

/** A panel of Twitch is 320 pixels wide and at most 600 high; this is twice that, for dense screens. */
export const PANEL = { width: 640, height: 800 };
const MARGIN = 40;
const QR = { size: 176, top: 592 };

export interface PanelWords {
  name: string;
  /** In which the hours are written. */
  zone: ZoneName;
  places: readonly ShownPlace[];
  /** Where the QR code leads. */
  link: string;
}

/**
 * Draws the next free places of a streamer for a panel under their stream.
 * @returns a PNG of 640 by 800
 */
export async function drawPanel({ name, zone, places, link }: PanelWords): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { display, text } = readFaces();
  const { width, height } = PANEL;
  const room = { x: MARGIN, width: width - 2 * MARGIN };
  const qr = renderSVG(link, { ecc: 'M', border: 2, whiteColor: INK, blackColor: GROUND });
  const lines =
    places.length === 0
      ? drawWords({
          ...room,
          face: text,
          text: 'Tout est pris pour l’instant',
          size: 34,
          smallest: 26,
          y: 270,
          fill: SOFT,
        })
      : places.map(({ day, time, title }, index) => {
          const y = 262 + index * 112;
          return `${drawWords({ ...room, face: display, text: `${day}, ${time}`, size: 40, smallest: 28, y, fill: INK })}
            ${drawWords({ ...room, face: text, text: title, size: 26, smallest: 22, y: y + 38, fill: SOFT })}`;
        });
  const beside = { x: MARGIN + QR.size + 32, width: width - 2 * MARGIN - QR.size - 32 };
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" rx="24" fill="${GROUND}"/>
    <rect x="${MARGIN}" y="148" width="72" height="6" rx="3" fill="${SPOT}"/>
    ${drawWords({ ...room, face: display, text: `Réserver avec ${name}`, size: 52, smallest: 34, y: 88, fill: INK })}
    ${drawWords({ ...room, face: text, text: `Prochaines places (heure ${ofCity(zone)})`, size: 30, smallest: 26, y: 204, fill: SOFT })}
    ${[lines].flat().join('')}
    <svg x="${MARGIN}" y="${QR.top}" width="${QR.size}" height="${QR.size}" ${qr.slice('<svg'.length)}
    ${drawWords({ ...beside, face: text, text: link.replace(/^https?:\/\//, ''), size: 28, smallest: 20, y: QR.top + 44, fill: SPOT })}
    ${drawLogo(display, { right: width - MARGIN, y: QR.top + QR.size - 8 })}</svg>`;
  return sharp(Buffer.from(picture)).png({ compressionLevel: 9, palette: true }).toBuffer();
}
