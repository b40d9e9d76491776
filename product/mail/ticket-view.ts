import { html, raw } from 'hono/html';
import { french } from './french.ts';
import { display, font, palette } from './palette.ts';

/** The billet as a mail shows it: every text ready. */
export interface TicketView {
  title: string;
  /** « Avec Léa Moreau ». */
  who: string;
  day: string;
  year: string;
  hours: string;
  /** « Heure de Paris · 13 h 30 à Montréal ». */
  zones: string;
  /** « 45 min ». */
  length: string;
  price: string;
  status: { label: string; tone: 'settled' | 'waiting' | 'ended' };
}

const tones = { settled: palette.settled, waiting: palette.soft, ended: palette.live };

/** Tables and borders alone, as mail programs know them; the perforation is a dashed line. */
export function ticketHtml({ title, who, day, hours, zones, length, price, status }: TicketView) {
  const line = (size: number, color: string, text: string, more = '') =>
    html`<p style="margin:0 0 4px;${raw(font)};font-size:${size}px;line-height:1.45;color:${color}${raw(more)}">${french(text)}</p>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.raised}" style="margin:22px 0 4px;border:1px solid ${palette.line};border-radius:16px;background-color:${palette.raised};color:${palette.text};border-collapse:separate">
<tr><td style="padding:20px 22px 16px">
${line(13, palette.muted, `${title} · ${length} · en visio`)}
<p style="margin:8px 0 6px;${raw(display)};font-size:25px;line-height:1.15;font-weight:640;letter-spacing:-.4px;color:${palette.text}">${day}<br>${hours}</p>
${line(14, palette.soft, zones)}
${line(16, palette.text, who, ';font-weight:600;padding-top:10px')}
</td></tr>
<tr><td style="padding:0 14px"><div style="border-top:2px dashed ${palette.lineStrong};font-size:0;line-height:0">&nbsp;</div></td></tr>
<tr><td style="padding:12px 22px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="${raw(font)};font-size:14px;line-height:1.4;font-weight:600;color:${tones[status.tone]}">${status.label}</td>
<td align="right" style="${raw(display)};font-size:20px;line-height:1.2;font-weight:640;color:${palette.text};white-space:nowrap">${price}</td>
</tr></table></td></tr>
</table>`;
}

/** The same for plain readers. */
export const ticketText = ({
  title,
  who,
  day,
  year,
  hours,
  zones,
  length,
  price,
  status,
}: TicketView): string =>
  [`${title} · ${length} · en visio`, `${day} ${year}, ${hours}`, zones, who, `${status.label} · ${price}`]
    .map((line) => `| ${french(line)}`)
    .join('\n');
