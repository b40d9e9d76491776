/**
 * How mail programs write, below somebody's answer, the mail that was answered: Outlook, Windows
 * Mail, Gmail, Apple Mail, Thunderbird, Yahoo, Zimbra, Orange and La Poste, in French, English,
 * German, Spanish, Italian, Portuguese and Dutch. Each pattern looks at one line or at one sentence
 * of at most `SENTENCE_MAX` characters.
 */

const SENTENCE_MAX = 320;

const ADDRESS = /[^\s<>()@:]+@[^\s<>()@]+\.[^\s<>()@]+/;
const HOUR = /\b\d{1,2}\s?[:h.]\s?\d{2}\b/i;
const DAY = /\b\d{4}\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b/;

/**
 * « Le lun. 12 janv. 2026 à 14:03, Loge <a@b.fr> a écrit : », « Il giorno lun 12 gen 2026 … ha
 * scritto: », « El 12/1/26 … escribió: ».
 */
const VERB_LAST = /(?<pronoun>\S*)\s(?:a\s+écrit|wrote|ha\s+scritto|escribió|escreveu|schrieb|schreef)\s*:$/i;
/**
 * « Am 12.01.2026 um 14:03 schrieb Loge <a@b.de>: », « Loge <a@b.de> schrieb am Mo., 12. Jan. 2026,
 * 14:03: ».
 */
const VERB_INSIDE = /\s(?:schrieb|schreef|a\s+écrit\s+le|wrote\s+on)\s.{2,200}:$/i;
/** Somebody tells what somebody wrote to them, which no program does. */
const TO_SOMEBODY =
  /^(?:m['’]|t['’]|l['’]|me|te|se|nous|vous|lui|leur|nos|le|mi|ti|ci|vi|lo|mir|uns|ihm|ihr|ihnen)$/i;
/**
 * How a program begins such a sentence: with the day, or with the name and the address of who
 * wrote.
 */
const BEGINS =
  /^(?:le|on|am|el|il|em|no|a|à|op|la|lunes|segunda)\s|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|^["'«]?[^<>@:]{0,80}["'»]?\s*<[^<>\s]+@[^<>\s]+>\s/i;
/** « 2026-01-12 14:03 GMT+01:00 Loge <a@b.pt>: », « 12.01.2026, 14:03, "Loge" <a@b.fr>: ». */
const DATED_ADDRESS = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b.{0,160}<[^<>\s]+@[^<>\s]+>\s*:$/;

/**
 * How sure it is that a sentence was written by a program: `spoken` is what a person may have
 * written too.
 */
export type Attribution = 'sure' | 'likely' | 'spoken';

function attributionOf(sentence: string): Attribution | null {
  if (DATED_ADDRESS.test(sentence)) return 'sure';
  const last = VERB_LAST.exec(sentence);
  if (last === null && !VERB_INSIDE.test(sentence)) return null;
  if (TO_SOMEBODY.test(last?.groups?.pronoun ?? '')) return null;
  if (!BEGINS.test(sentence)) return last === null ? null : 'spoken';
  if (ADDRESS.test(sentence) && /\d/.test(sentence)) return 'sure';
  return DAY.test(sentence) && HOUR.test(sentence) ? 'likely' : 'spoken';
}

/** Lines over which programs spread that sentence. */
const SENTENCE_LINES = 4;

/**
 * Reads the author and date of a quoted mail in the lines from here; null: this line does not begin
 * that.
 */
export function readAttribution(
  lines: readonly string[],
  at: number,
): { lines: number; certainty: Attribution } | null {
  let sentence = '';
  for (let count = 1; count <= SENTENCE_LINES; count += 1) {
    const next = lines[at + count - 1]?.trim() ?? '';
    if (next === '') return null;
    sentence = `${sentence} ${next}`.trim();
    if (sentence.length > SENTENCE_MAX) return null;
    // A sentence over several lines begins as programs begin it, or it is the end of what somebody
    // wrote.
    if (count === 1 && !sentence.endsWith(':') && !BEGINS.test(sentence)) return null;
    if (!sentence.endsWith(':')) continue;
    const certainty = attributionOf(sentence);
    return certainty === null ? null : { lines: count, certainty };
  }
  return null;
}

type Field = 'from' | 'sent' | 'to' | 'subject';

const FIELDS: Readonly<Record<Field, RegExp>> = {
  from: /^(?:de|from|von|da|van|expéditeur|absender|remitente|mittente|remetente|afzender)$/i,
  sent: /^(?:envoyée?(?: le)?|sent|date(?: d['’]envoi)?|gesendet(?: am)?|datum|enviad[oa](?: el| em)?|fecha|data|inviato(?: il)?|verzonden)$/i,
  to: /^(?:à|a|to|an|para|aan|pour|destinataires?|cc|cci|bcc|copie(?: à)?|kopie|cópia|reply-to|répondre à)$/i,
  subject: /^(?:objet|sujet|subject|betreff|asunto|oggetto|assunto|onderwerp)$/i,
};

/**
 * A line such as « *De :* Loge <a@b.fr> », in any case; Windows Mail leaves no space after the
 * colon.
 */
const FIELD_LINE = /^\*{0,2}([\p{L}'’ -]{1,18}?)\s?:\*{0,2}\s?(.*)$/u;

function fieldOf(line: string): { field: Field; value: string } | null {
  const [, name, value = ''] = FIELD_LINE.exec(line.trim()) ?? [];
  if (name === undefined) return null;
  const field = (Object.keys(FIELDS) as Field[]).find((each) => FIELDS[each].test(name.trim()));
  return field === undefined ? null : { field, value };
}

/** Lines that such a block has at most, with addresses that go on below. */
const BLOCK_LINES = 14;

/**
 * Outlook's and other programs' block: who wrote, when, to whom, about what, each on a line of its
 * own. A list of a person's own (« De : Lyon / À : Paris / Date : lundi ») has no address, and no
 * hour beside a whole date.
 */
export function isFieldBlock(lines: readonly string[], at: number): boolean {
  if (fieldOf(lines[at] ?? '') === null) return false;
  const seen = new Set<Field>();
  let proven = false;
  for (const line of lines.slice(at, at + BLOCK_LINES)) {
    if (line.trim() === '') break;
    const found = fieldOf(line);
    if (found === null) continue;
    seen.add(found.field);
    proven ||= ADDRESS.test(found.value) && (found.field === 'from' || found.field === 'to');
    proven ||= found.field === 'sent' && DAY.test(found.value) && HOUR.test(found.value);
  }
  return proven && seen.has('from') && seen.size >= 3;
}

export const isFromField = (line: string): boolean => fieldOf(line)?.field === 'from';

const MESSAGE =
  '(?:e-?mail|mail|message|nachricht|mensaje|messaggio|mensagem|correo|courriel|bericht|reply message)';
const ORIGINAL =
  "(?:d['’]origine|original[e]?|originale|initial|transf[ée]r[ée]e?|forwarded|ursprüngliche|weitergeleitete|reenviado|inoltrato|encaminhada|reencaminhada|oorspronkelijk|doorgestuurd)";
/**
 * « -----Message d’origine----- », « ----- Mail original ----- », « ---------- Forwarded message
 * --------- ».
 */
const NAMED_DIVIDER = new RegExp(
  `^[-_*=]{2,}\\s*(?:${MESSAGE}\\s+${ORIGINAL}|${ORIGINAL}\\s+${MESSAGE}|reply message)\\s*:?\\s*[-_*=]*$`,
  'i',
);
/** « ---- On Mon, 12 Jan 2026 14:03:00 +0100 Loge <a@b.fr> wrote ---- » (Zoho). */
const DASHED_SENTENCE = /^-{2,}\s*(.{10,300}?)\s*:?\s*-{2,}$/;
/** « Message du 12/01/26 14:03 » (Orange, La Poste), « Début du message réexpédié : » (Apple). */
const ANNOUNCED =
  /^(?:message du \d{1,2}\/\d{1,2}\/\d{2,4} .{0,20}|début du message (?:réexpédié|transféré)\s*:|begin forwarded message\s*:|anfang der weitergeleiteten nachricht\s*:|inicio del mensaje reenviado\s*:|inizio messaggio inoltrato\s*:|início da mensagem (?:encaminhada|reencaminhada)\s*:)$/i;

/** A line below which the mail that was answered stands, whatever follows. */
export function isDivider(line: string): boolean {
  if (NAMED_DIVIDER.test(line)) return true;
  const [, sentence] = DASHED_SENTENCE.exec(line) ?? [];
  return sentence !== undefined && attributionOf(`${sentence.replace(/\s*:$/, '')}:`) === 'sure';
}

export const isAnnouncement = (line: string): boolean => ANNOUNCED.test(line);

/** A rule, which a person draws too: it divides where a program's block or sentence follows. */
export const isRule = (line: string): boolean => /^([-_=*])\1{4,}$/.test(line);
/** The rule of Outlook. */
export const isLongRule = (line: string): boolean => /^_{20,}$/.test(line);

const BY =
  "(?:de|depuis|à partir d[e’']|avec|via|from|with|by|using|von|mit|vom|über|desde|con|da|dal|do|pelo|a partir do|vanaf|met)";
const DEVICE =
  '(?:iphone|ipad|android|galaxy|samsung|huawei|xiaomi|oppo|blackberry|windows|outlook|gmail|yahoo(?: mail)?|proton ?mail|mail|courrier|messagerie|orange|laposte|la poste|free|sfr|zimbra|thunderbird|mobile|téléphone|smartphone|portable|appareil|tablette|ordinateur|mac|handy|telefon|mobiltelefon|mobilgerät|móvil|teléfono|dispositivo|cellulare|telefono|telemóvel|celular|telefoon|phone|device|tablet|aquamail|bluemail|spark|fairemail|k-9)';
/** The words that may stand before the name of the device, and after it. */
const LED_TO =
  "(?:(?:mon|ma|my|meinem|meiner|mi|mio|il mio|meu|minha|mijn|un|une|a|an|the|l['’]application|l['’]appli|app|application|la|le|secure|sécurisée|mobile|smartphone|téléphone|appareil|email|messagerie|mail|courrier|samsung|sony|orange) ?){0,5}";
const FOLLOWED =
  '(?: (?:pour|for|für|para|per|pro|max|mini|plus|ultra|s?\\d{1,2}\\+?|5g|mobile|mail|mobil|email|ios|android|windows|mac|galaxy|samsung|smartphone|tablet|orange|free|sfr|yahoo|secure|app|device|phone|gesendet|geschickt|verzonden)){0,5}';
const LINK = '(?:\\s*<https?://[^\\s<>]*>)?';
const SENT_BY = new RegExp(
  `^(?:(?:envoyée?|sent|gesendet|enviado|inviato|verzonden|verstuurd) ${BY} ?${LED_TO}${DEVICE}${FOLLOWED}|(?:von|vom) ${LED_TO}${DEVICE}${FOLLOWED} gesendet)${LINK}\\s*[.!]?$`,
  'i',
);
const ADVERTISED = new RegExp(
  `^(?:(?:obtenez|obtenir|télécharge[rz]|get|download|obtener|obtén|scarica|ottieni|obter|obtenha|hol dir)(?: o| il)? (?:outlook|yahoo mail|bluemail) (?:pour|for|para|per|für) .{2,20}?|outlook für (?:ios|android) beziehen|provenance : courrier pour windows.{0,10})${LINK}\\s*[.!]?$`,
  'i',
);

/**
 * Recognises the line that programs and telephones write below a mail by themselves; « Envoyé de
 * Lyon, où je suis » is a person's.
 */
export const isOwnAdvertisement = (line: string): boolean =>
  line.length <= 160 && (SENT_BY.test(line) || ADVERTISED.test(line));
