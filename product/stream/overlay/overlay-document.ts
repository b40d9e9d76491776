import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { palette } from '#product/mail/palette.ts';
import type { ZoneName } from '#product/shared/time/zone.ts';
import { ofCity } from '#product/shared/time/zone-city.ts';
import type { OverlayLook, OverlayPart } from '../rules/overlay-look.ts';
import { scriptText } from '../script-text.ts';
import { type OverlayData, overlayScript } from './overlay-script.ts';

interface OverlayWords {
  /** The streamer's, as their page shows it. */
  name: string;
  /** In which the hours are written. */
  zone: ZoneName;
  /** Where the QR code leads. */
  link: string;
}

const require = createRequire(import.meta.url);
let font: string | undefined;
/** The page's typeface, in the document itself: what OBS loads is one file. */
const fontFace = (): string => {
  font ??= readFileSync(
    require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff2'),
  ).toString('base64');
  return `@font-face{font-family:Instrument;font-weight:600;src:url(data:font/woff2;base64,${font}) format('woff2')}`;
};

/**
 * Sizes are those of a canvas of 1920 by 1080. Only `transform` and `opacity` ever move: a browser
 * draws neither again, which leaves the frames to the game.
 */
const STYLE = `
*{box-sizing:border-box;margin:0;padding:0}
html{color-scheme:dark;background:transparent}
body{height:100vh;display:flex;padding:40px;overflow:hidden;background:transparent;color:${palette.text};
font:600 26px/1.3 Instrument,'Segoe UI',system-ui,sans-serif;font-variant-numeric:tabular-nums}
body[data-size=small]{font-size:20px}body[data-size=large]{font-size:34px}
main{display:flex;flex-direction:column;gap:.6em;width:22em;max-width:100%}
body[data-corner^=bottom]{align-items:flex-end}body[data-corner^=top] main{flex-direction:column-reverse}
body[data-corner$=right]{justify-content:flex-end}
section{padding:.7em .9em;border-radius:.7em}
body[data-background=panel] section{background:${palette.stage}f2;border:1px solid ${palette.lineStrong}}
body[data-background=transparent] section{text-shadow:0 0 .15em #000,0 .05em .3em #000}
section:not([data-on]):not([data-part=alerts]){display:none}
h1{font-size:.72em;color:${palette.soft}}
[data-part=places]{display:flex;justify-content:space-between;gap:.9em}
[data-part=places]>div{flex:1;min-width:0}
ol{list-style:none}li{display:grid;margin-top:.4em}
li span{font-size:.72em;color:${palette.soft};overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
figure{display:grid;gap:.3em;justify-items:center;align-content:start;width:6.2em}
figure svg{width:100%;height:auto;border-radius:.3em;display:block}
figcaption{font-size:.46em;color:${palette.soft};text-align:center;overflow-wrap:anywhere}
.track{height:.5em;margin-top:.45em;border-radius:1em;background:${palette.lineStrong};overflow:hidden}
.track i{display:block;height:100%;border-radius:1em;background:${palette.spot};transform:scaleX(0);transform-origin:left;transition:transform .6s}
[data-part=countdown]{display:flex;justify-content:space-between}
[data-part=alerts]{display:flex;gap:.6em;align-items:center;opacity:0;transform:translateY(1em);transition:opacity .3s,transform .3s;will-change:opacity,transform}
[data-part=alerts][data-on]{opacity:1;transform:none}
body[data-background] [data-part=alerts]{background:${palette.spot};color:${palette.onSpot};border:0;text-shadow:none}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}`;

/** A French sentence in place of the overlay, which tries again by itself. */
export const missingDocument = (text: string, nonce: string) =>
  html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="60"><title>Overlay introuvable · Loge</title>
<style nonce="${nonce}">${raw(`body{margin:40px;max-width:34em;font:600 20px/1.5 'Segoe UI',system-ui,sans-serif;color:${palette.text};text-shadow:0 0 4px #000}`)}</style></head>
<body><h1>Overlay introuvable</h1><p>${text}</p></body></html>`;

/**
 * The whole overlay: one document that loads nothing else, and holds nothing that changes; what it
 * shows comes with the events.
 */
export function overlayDocument(
  { name, zone, link }: OverlayWords,
  look: OverlayLook,
  { data, nonce }: { data: OverlayData; nonce: string },
) {
  const parts: Record<OverlayPart, ReturnType<typeof html>> = {
    alerts: html`<section data-part="alerts" role="status"><span aria-hidden="true">●</span><b data-text="alert"></b></section>`,
    countdown: html`<section data-part="countdown"><span>Prochaine session dans</span><b data-text="countdown"></b></section>`,
    goal: html`<section data-part="goal"><p data-text="goal"></p><div class="track"><i data-bar></i></div></section>`,
    places: html`<section data-part="places"><div><h1>Réservez avec ${name} (heure ${ofCity(zone)})</h1><ol data-list></ol><p data-part="none" hidden>Tout est pris pour l’instant</p></div>
<figure>${raw(renderSVG(link, { ecc: 'M', border: 2, whiteColor: palette.text, blackColor: palette.ground }))}<figcaption>${link.replace(/^https?:\/\//, '')}</figcaption></figure></section>`,
  };
  const shown = (Object.keys(parts) as OverlayPart[]).filter((part) => look.show.includes(part));
  const script = scriptText(overlayScript, data);
  return html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><title>Overlay · Loge</title>
<style nonce="${nonce}">${raw(fontFace() + STYLE)}</style></head>
<body data-corner="${look.corner}" data-size="${look.size}" data-background="${look.background}"><main>${shown.map((part) => parts[part])}</main>
<script nonce="${nonce}">${raw(script)}</script></body></html>`;
}
