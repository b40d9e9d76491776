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
 * scritto: », « Am 12.01.2026 um 14:03 hat Loge <a@b.de> Folgendes geschrieben: ».
 */
const VERB_LAST =
  /(?<pronoun>\S*)\s(?:a\s+écrit|wrote|ha\s+scritto|escribió|escreveu|schrieb|schreef|(?:folgendes\s+)?geschrieben)\s*:$/i;
/**
 * « Am 12.01.2026 um 14:03 schrieb Loge <a@b.de>: », « Loge <a@b.pt> escreveu no dia segunda,
 * 12/01/2026 à(s) 14:03: ».
 */
const VERB_INSIDE =
  /\s(?:schrieb|schreef|a\s+écrit\s+le|wrote\s+on|ha\s+scritto\s+il|escribió\s+el|escreveu(?:\s+(?:no\s+dia|em|a))?)\s.{2,200}:$/i;
/** Somebody tells what somebody wrote to them, which no program does. */
const TO_SOMEBODY =
  /^(?:m['’]|t['’]|l['’]|me|te|se|nous|vous|lui|leur|nos|le|mi|ti|ci|vi|lo|mir|uns|ihm|ihr|ihnen)$/i;
const OF_SOMEBODY = /^(?:il|elle|on)\s+(?:\S+\s+)?a\s+écrit\s/i;
/**
 * How a program begins such a sentence: with the day, or with the name and the address of who
 * wrote.
 */
const BEGINS =
  /^(?:le|on|am|el|il|em|no|a|à|às|op|la|lunes|segunda)\s|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|^["'«]?[^<>@:]{0,80}["'»]?\s*<[^<>\s]+@[^<>\s]+>\s/i;
/** « 2026-01-12 14:03 GMT+01:00 Loge <a@b.pt>: », « 12.01.2026, 14:03, "Loge" <a@b.fr>: ». */
const DATED_ADDRESS = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b.{0,160}<[^<>\s]+@[^<>\s]+>\s*:$/;

/**
 * How sure it is that a sentence was written by a program, from what it says: `sure` the day, the
 * hour and an address, `likely` the day and the hour, `maybe` an address with less than both;
 * `spoken` is what a person may have written too.
 */
type Attribution = 'sure' | 'likely' | 'maybe' | 'spoken';

function attributionOf(sentence: string): Attribution | null {
  const last = VERB_LAST.exec(sentence);
  const isDated = DATED_ADDRESS.test(sentence);
  if (!isDated && last === null && !VERB_INSIDE.test(sentence)) return null;
  if (TO_SOMEBODY.test(last?.groups?.pronoun ?? '')) return null;
  if (OF_SOMEBODY.test(sentence) || !BEGINS.test(sentence)) return last === null ? null : 'spoken';
  // The digits of an address are no day: « Le streamer leo12@x.fr a écrit : ».
  const rest = sentence.replaceAll(new RegExp(ADDRESS, 'g'), ' ');
  const [isAddressed, hasDay, hasHour] = [rest !== sentence, DAY.test(rest), HOUR.test(rest)];
  if (hasDay && hasHour) return isAddressed ? 'sure' : 'likely';
  return isAddressed && (hasDay || hasHour || /<\s*>/.test(rest)) ? 'maybe' : 'spoken';
}

/** Lines over which programs spread that sentence. */
const SENTENCE_LINES = 4;

/** Reads a program's sentence, over how many lines, and whether the first is a name alone. */
interface ReadAttribution {
  lines: number;
  certainty: Attribution;
  isNameFirst: boolean;
}

/**
 * Reads the author and date of a quoted mail in the lines from here; null: this line does not begin
 * that.
 */
export function readAttribution(lines: readonly string[], at: number): ReadAttribution | null {
  let sentence = '';
  const isNameFirst =
    !BEGINS.test(`${lines[at]?.trim() ?? ''} `) && /^\s*<[^<>\s]+@[^<>\s]+>\s/.test(lines[at + 1] ?? '');
  for (let count = 1; count <= SENTENCE_LINES; count += 1) {
    const next = lines[at + count - 1]?.trim() ?? '';
    if (next === '') return null;
    sentence = `${sentence} ${next}`.trim();
    if (sentence.length > SENTENCE_MAX) return null;
    // A sentence over several lines begins as programs begin it, or it is the end of what somebody
    // wrote.
    if (count === 1 && !sentence.endsWith(':') && !isNameFirst && !BEGINS.test(sentence)) return null;
    if (!sentence.endsWith(':')) continue;
    const certainty = attributionOf(sentence);
    return certainty && { lines: count, certainty, isNameFirst: isNameFirst && count > 1 };
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
const BLOCK_LINES = 16;

/**
 * Outlook's and other programs' block: who wrote, when, to whom, about what, each on a line of its
 * own. A list of a person's own (« De : Lyon / À : Paris / Date : lundi ») has no address, and no
 * hour beside a whole date.
 */
export function isFieldBlock(lines: readonly string[], at: number): boolean {
  if (fieldOf(lines[at] ?? '') === null) return false;
  const seen = new Set<Field>();
  let proven = false;
  const block = lines.slice(at, at + BLOCK_LINES);
  for (const [index, line] of block.entries()) {
    // Some programs leave an empty line between its lines.
    if (line.trim() === '' && fieldOf(block[index + 1] ?? '') === null) break;
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
  "(?:d['’]origine|original[e]?|originale|originario|initial|transf[ée]r[ée]e?|transmis|réexpédié|forwarded|ursprüngliche|weitergeleitete|reenviado|inoltrato|encaminhada|reencaminhada|oorspronkelijk|doorgestuurd)";
/**
 * « -----Message d’origine----- », « ----- Mail original ----- », « ---------- Forwarded message
 * --------- ».
 */
const NAMED_DIVIDER = new RegExp(
  `^[-_*=]{2,}\\s*(?:${MESSAGE}\\s+${ORIGINAL}|${ORIGINAL}[\\s-]+${MESSAGE}|reply message)\\s*:?\\s*[-_*=]*$`,
  'i',
);
/** « ---- On Mon, 12 Jan 2026 14:03:00 +0100 Loge <a@b.fr> wrote ---- » (Zoho). */
const DASHED_SENTENCE = /^-{2,}\s*(.{10,300}?)\s*:?\s*-{2,}$/;
/** « Message du 12/01/26 14:03 » (Orange, La Poste), « Début du message réexpédié : » (Apple). */
const ANNOUNCED =
  /^(?:message du\s?:? \d{1,2}\/\d{1,2}\/\d{2,4} .{0,20}|début du message (?:réexpédié|transféré)\s*:|begin forwarded message\s*:|anfang der weitergeleiteten nachricht\s*:|inicio del mensaje reenviado\s*:|inizio messaggio inoltrato\s*:|início da mensagem (?:encaminhada|reencaminhada)\s*:)$/i;

/** A line below which the mail that was answered stands, whatever follows. */
export function isDivider(line: string): boolean {
  if (NAMED_DIVIDER.test(line)) return true;
  const [, sentence] = DASHED_SENTENCE.exec(line) ?? [];
  return sentence !== undefined && attributionOf(`${sentence.replace(/\s*:$/, '')}:`) === 'sure';
}

export const isAnnouncement = (line: string): boolean => ANNOUNCED.test(line);

/** A rule, which a person draws too: it divides where a program's block or sentence follows. */
export const isRule = (line: string): boolean => /^([-_=*])\1{2,}$/.test(line);
/** The rule of Outlook. */
export const isLongRule = (line: string): boolean => /^_{20,}$/.test(line);

const SET_OFF =
  /^(?:envoyée?|sent|gesendet|enviad[oa]|inviat[oa]|verzonden|verstuurd) (?:d['’]|à partir d['’]|(?:depuis|de|à partir de|avec|via|from|with|by|using|von|mit|vom|über|desde|con|da|dal|do|pelo|a partir do|vanaf|met) )(?<with>.+)$/i;
const SET_OFF_LAST =
  /^(?:diese (?:nachricht|e-mail|mail) wurde )?(?:von|vom|mit) (?<with>.+) (?:gesendet|geschickt)$/i;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
/** The names of telephones, of programs and of the houses that make them. */
const DEVICES =
  wordsOf(`iphone ipad android galaxy samsung huawei xiaomi redmi poco oppo honor oneplus pixel nokia
  motorola sony realme fairphone blackberry windows outlook gmail yahoo proton protonmail mail courrier
  correo posta email messagerie orange laposte sfr bouygues libero gmx web.de t-online zimbra thunderbird
  mobile téléphone smartphone portable appareil tablette ordinateur mac macbook handy telefon
  mobiltelefon mobilgerät móvil teléfono dispositivo cellulare telefono telefone telemóvel celular
  telefoon phone device tablet aquamail bluemail spark fairemail k-9 canary airmail tutanota tuta`);
/** Words that may stand beside such a name. */
const BESIDE =
  wordsOf(`mon ma my meinem meiner mi mio il meu minha mijn un une a an the l la le o al dal do der dem
  application appli app secure sécurisée de du pour for für para per sur on no en auf mit with via from pro
  max mini plus ultra lite note fold flip nord se ios 5g 4g poste telecom free mobil`);
const MODEL = /^[a-z]{0,2}\d{1,4}[a-z]?\+?$/;

/**
 * Whether a line names only a telephone or a program behind « Envoyé de », with the words that are
 * usual beside it; a town of the name of a house, alone, is where somebody is.
 */
function isSentWith(line: string): boolean {
  const said = (SET_OFF.exec(line) ?? SET_OFF_LAST.exec(line))?.groups?.with;
  if (said === undefined || said.toLowerCase() === 'orange') return false;
  const words = said
    .toLowerCase()
    .split(/[\s'’]+/)
    .filter(Boolean);
  return (
    words.length <= 10 &&
    words.some((word) => DEVICES.has(word)) &&
    words.every((word) => DEVICES.has(word) || BESIDE.has(word) || MODEL.test(word))
  );
}

const ADVERTISED =
  /^(?:(?:obtenez|obtenir|télécharge[rz]|get|download|obtener|obtén|scarica|ottieni|obter|obtenha|hol dir)(?: o| il)? (?:outlook|yahoo mail|bluemail) (?:pour|for|para|per|für) .{2,20}?|outlook für (?:ios|android) beziehen|provenance : courrier pour windows.{0,10})$/i;

/**
 * Recognises the line that programs and telephones write below a mail by themselves; « Envoyé de
 * Lyon, où je suis » is a person's.
 */
export function isOwnAdvertisement(line: string): boolean {
  if (line.length > 160) return false;
  const text = line
    .replace(/\s*<https?:\/\/[^\s<>]*>/, '')
    .replace(/\s*[.!]$/, '')
    .trim();
  return isSentWith(text) || ADVERTISED.test(text);
}
