import { html, raw } from 'hono/html';
import { palette } from '#product/mail/palette.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { ofCity } from '#product/shared/time/zone-city.ts';
import { scriptText } from '../script-text.ts';

export interface EmbedPlace {
  day: string;
  time: string;
  title: string;
  price: string;
  /** Where it is booked. */
  url: string;
}

interface EmbedWords {
  name: string;
  /** In which the hours are written. */
  zone: ZoneName;
  bookUrl: string;
  places: readonly EmbedPlace[];
}

const STYLE = `
*{box-sizing:border-box;margin:0;padding:0}
html{color-scheme:dark}
body{padding:20px;border-radius:18px;background:${palette.ground};color:${palette.text};font:16px/1.45 'Instrument Sans','Segoe UI',system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:20px;line-height:1.2}h2{margin-top:18px;font-size:14px;font-weight:600;color:${palette.soft}}
ul{display:grid;gap:8px;margin-top:8px;list-style:none}
a{display:flex;justify-content:space-between;align-items:center;gap:16px;min-height:48px;padding:8px 16px;border:1px solid ${palette.lineStrong};border-radius:12px;color:inherit;text-decoration:none}
a:hover{border-color:${palette.spot}}a:focus-visible{outline:2px solid ${palette.spot};outline-offset:2px}
a span{display:grid;min-width:0}a small{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:${palette.soft}}
p{margin-top:14px;color:${palette.soft}}
.all{justify-content:center;margin-top:18px;border:0;border-radius:999px;background:${palette.spot};color:${palette.onSpot};font-weight:600}`;

/** Tells the page around it how high it is, which is no secret to whoever holds the frame. */
function tellHeight(): void {
  const tell = () => parent.postMessage({ logeHeight: Math.ceil(document.body.offsetHeight) }, '*');
  new ResizeObserver(tell).observe(document.body);
}

const page = (title: string, nonce: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Loge</title><style nonce="${nonce}">${raw(STYLE)}</style></head>
<body>${body}<script nonce="${nonce}">${raw(scriptText(tellHeight, {}))}</script></body></html>`;

/** A French sentence in place of the booker. */
export const missingEmbed = (nonce: string) =>
  page(
    'Réservation fermée',
    nonce,
    html`<h1>Réservation fermée</h1><p>Ce streamer n’existe pas, ou sa page n’est pas publiée en ce moment.</p>`,
  );

/**
 * The booker inside another site: the next free places. A press leads to Loge itself, in a tab of
 * its own, where one signs in and pays; so a frame holds nobody's session.
 */
export function embedDocument({ name, zone, bookUrl, places }: EmbedWords, nonce: string) {
  const days = [...Map.groupBy(places, ({ day }) => day)];
  return page(
    `Réserver avec ${name}`,
    nonce,
    html`<h1>Réserver avec ${name}</h1><p>Heures ${ofCity(zone)}</p>
${
  days.length === 0
    ? html`<p>Tout est pris pour l’instant. Demandez à être prévenu dès qu’une place se libère.</p>`
    : days.map(
        ([day, those]) =>
          html`<h2>${day}</h2><ul>${those.map(
            ({ time, title, price, url }) =>
              html`<li><a href="${url}" target="_blank" rel="noopener"><span><b>${time}</b><small>${title}</small></span><span>${price}</span></a></li>`,
          )}</ul>`,
      )
}
<a class="all" href="${bookUrl}" target="_blank" rel="noopener">Choisir une autre heure</a>`,
  );
}
