import { parseSync } from 'vite';

/**
 * The copy of Loge, held to its words, and that of the page to French typography: a narrow no-break
 * space before `; : ! ? »` and after `«`, a no-break space before a unit, typographic apostrophes
 * and ellipses. Read from the syntax tree, so that code is never mistaken for copy.
 */

/** The specification's quotations, letter by letter. */
const quoted = new Set(['Loading...', 'Unexpected Application Error!']);

const NARROW = '\u202f';
const NO_BREAK = '\u00a0';

interface Rule {
  name: string;
  wrong: RegExp;
  right: string;
}
/**
 * The rules that hold wherever a sentence is written; spaces are set by `french` (server/mail)
 * where mails are made.
 */
const letters: readonly Rule[] = [
  {
    name: 'apostrophe typographique',
    wrong: /(?<=(?<!\p{L})(?:[cdjlmnst]|\p{L}*qu|aujourd))'(?=\p{L})/giu,
    right: '’',
  },
  { name: 'points de suspension', wrong: /(?<=\p{L})\.\.\./gu, right: '…' },
];
const spaces: readonly Rule[] = [
  {
    name: 'espace insécable avant ; : ! ? »',
    wrong: /(?<=[\p{L}\p{N}»)’%€]) (?=[;!?»]|:(?:\s|$))/gu,
    right: NARROW,
  },
  { name: 'espace insécable après «', wrong: /(?<=«) /gu, right: NARROW },
  {
    name: 'espace insécable avant une unité',
    wrong: /(?<=\d) (?=€|%|(?:h|min)(?![\p{L}-]))/gu,
    right: NO_BREAK,
  },
  { name: 'espace insécable dans une heure', wrong: /(?<=\d\u00a0h) (?=\d\d)/gu, right: NO_BREAK },
];
/** The page's own copy is shown as it is written; of the other rooms only the letters are. */
const rulesOf = (file: string): readonly Rule[] =>
  /^(?:server|product|platform|database)\//u.test(file) ? letters : [...spaces, ...letters];

/**
 * One word for each thing (docs/glossary.md), and what is said badly otherwise: what is wrong, and
 * what is said instead.
 */
const words: readonly { wrong: RegExp; say: string }[] = [
  { wrong: /courriel/iu, say: 'e-mail' },
  { wrong: /frais de service|frais compris|après frais/iu, say: 'la commission' },
  {
    wrong: /(?<!\p{L})salles?(?!\p{L})(?! d’attente)/iu,
    say: 'la loge (« salle d’attente » est autre chose)',
  },
  { wrong: /(?<!\p{L})(?:rendue?s?|à rendre)(?!\p{L}|-)/iu, say: 'remboursé, à rembourser' },
  { wrong: /Bon retour/u, say: 'Connectez-vous' },
  { wrong: /mot de passe (?:neuf|nouveau)/iu, say: 'un nouveau mot de passe' },
  { wrong: /(?<!\p{L})(?<!en )visio(?!\p{L})/iu, say: 'en visio' },
  { wrong: /(?<!\d)(?:60|90|120)[\s\u00a0\u202f]min(?!\p{L})/u, say: '1 h, 1 h 30, 2 h (formatDuration)' },
  {
    wrong: /rien n[’']est (?:rendu|remboursé) si|si vous ne venez pas\s?: rien/iu,
    say: 'tout est remboursé quand le streamer ne vient pas',
  },
  { wrong: /Votre place est prise(?=[\s,](?![\s.]*$))/u, say: '« Votre place est prise », seul' },
  { wrong: /48[\s\u00a0\u202f]?h après/iu, say: 'le délai du réglage (afterSession)' },
  { wrong: /^\s*(?:Confirmé|Terminé|Annulé)\s*$/u, say: 'au féminin : une session, une réservation' },
  {
    wrong:
      /(?<=(?<!\p{L})(?:[Ll]e|[Dd]u|[Aa]u|[Cc]e|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|\d{1,2}|1er)[\s\u00a0])(?:Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Dimanche|Janvier|Février|Avril|Juin|Juillet|Août|Septembre|Octobre|Novembre|Décembre)(?!\p{L})/u,
    say: 'jours et mois en minuscules',
  },
  { wrong: /^\s*Effacés/u, say: 'ce qui est effacé, et quand' },
  {
    wrong: /(?<!\p{L})(?:assurances?|24[\s\u00a0]?h[\s\u00a0]?\/[\s\u00a0]?24)(?!\p{L})/iu,
    say: 'rien : Loge n’en a pas, et ne le promet donc pas',
  },
];

/** The pages that only viewers read: they are « vous » there, never « le viewer ». */
const VIEWERS_OWN =
  /^web\/(?:features\/(?:booking|discovery)|pages\/(?:home|browse|streamer|book-session|viewer-dashboard))\//u;
const THE_VIEWER = /(?<!\p{L})(?:le|du|au) viewer(?!\p{L})/iu;

/**
 * « de » or « que » right before somebody's name: it loses its vowel before Inès, which `ofName`
 * and `thatName` know.
 */
const BEFORE_NAME = /(?:^|[\s«(}])(?:de|que) $/u;
const A_NAME = /^\$?\{[^}]*?(?:[nN]ame|other|target|\bwho)\b[^}]*\}/u;

/** A title stands in guillemets within a sentence. */
const BEFORE_TITLE = /(?:session|offre|avis sur|réserver|réservé|acheté|annuler|supprimer|archiver) $/iu;
const A_TITLE = /^\$?\{[^}]*[tT]itle\}/u;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * The texts in a syntax tree: JSX text, strings and the fixed parts of templates. Import paths and
 * types are none.
 */
function* textNodes(node: Node): Generator<Node> {
  const isType = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  if (isType || node.type.startsWith('Import')) return;
  const isText = node.type === 'JSXText' || node.type === 'TemplateElement';
  if (isText || (node.type === 'Literal' && typeof node.value === 'string')) yield node;
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) yield* textNodes(item);
  }
}

/**
 * The copy of a file as it stands in the source, quotes and line breaks left out, with where it is.
 */
function copyOf(file: string, source: string) {
  const { program } = parseSync(file, source);
  return [...textNodes(program as unknown as Node)]
    .map(({ start, end }) => ({ start, end, raw: source.slice(start, end) }))
    .map((text) => ({ ...text, shown: text.raw.replace(/^["'`]|["'`]$/g, '').replace(/\s*\n\s*/g, ' ') }))
    .filter(({ shown }) => !quoted.has(shown.trim()));
}

const nameOf = (node: unknown): string =>
  isNode(node) ? [node.name, nameOf(node.object), nameOf(node.property)].filter(Boolean).join('.') : '';

/**
 * The texts that developers read, or nobody: logs, thrown errors, class names, queries of tables
 * and what is compared.
 */
const isUnseen = (node: Node): boolean =>
  (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee))) ||
  (node.type === 'CallExpression' &&
    /^console\.|^classNames$|Class$|\.(?:select|filter|or|order|eq|querySelector|closest|matches)$/.test(
      nameOf(node.callee),
    )) ||
  (node.type === 'JSXAttribute' && /^class|ClassName$/.test(nameOf(node.name))) ||
  (node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator)));

function* seenTexts(node: Node): Generator<Node> {
  const isType = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  if (isType || node.type.startsWith('Import') || isUnseen(node)) return;
  const isText = node.type === 'JSXText' || node.type === 'TemplateElement';
  if (isText || (node.type === 'Literal' && typeof node.value === 'string')) yield node;
  for (const child of Object.values(node))
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) yield* seenTexts(item);
}

/** A list of classes has no sentence's letters and marks. */
const CLASSES = /(?:^|\s)[!-]?[a-z][\w-]*[:[-]\S*(?:\s|$)/;

/** The copy of a file that people read. */
export function textsOf(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  return (
    [...seenTexts(program as unknown as Node)]
      .map(({ type, start, end }) => ({
        isWritten: type === 'JSXText',
        text: source
          .slice(start, end)
          .replace(/^["'`]|["'`]$|^\}|\$\{$/g, '')
          .replace(/\s*\n\s*/g, ' '),
      }))
      // Text between tags is read; other texts are read where they begin as a sentence does.
      .filter(({ isWritten, text }) => isWritten || (/^[\s«]*\p{Lu}/u.test(text) && !CLASSES.test(text)))
      .map(({ text }) => text)
      .filter((text) => !quoted.has(text.trim()))
  );
}

/**
 * The sentences of a file that break a rule, by its path from the root: the rule and the sentence.
 */
export const faultsIn = (file: string, source: string): string[] =>
  copyOf(file, source).flatMap(({ shown }) =>
    rulesOf(file)
      .filter(({ wrong }) => shown.search(wrong) >= 0)
      .map(({ name }) => `${name} : « ${shown} »`),
  );

/**
 * The wrong words of a file, whose path says who reads it: the sentence, and what is said instead.
 */
export const wordFaultsIn = (file: string, source: string): string[] =>
  copyOf(file, source)
    // A name of ours, in code or an address, is no copy.
    .filter(({ shown }) => /\s|^\p{Lu}/u.test(shown))
    .flatMap(({ shown, end }) => {
      const faults = words.filter(({ wrong }) => wrong.test(shown)).map(({ say }) => say);
      if (VIEWERS_OWN.test(file) && THE_VIEWER.test(shown)) faults.push('vous');
      // The fixed part of a template reaches into the `${` of what follows it.
      const text = shown.replace(/\$\{$/u, '');
      if (BEFORE_NAME.test(text) && A_NAME.test(source.slice(end - (shown.length - text.length), end + 80)))
        faults.push('ofName, thatName');
      if (BEFORE_TITLE.test(text) && A_TITLE.test(source.slice(end - (shown.length - text.length), end + 80)))
        faults.push('« titre », entre guillemets');
      return faults.map((say) => `« ${shown} » : dites ${say}`);
    });

/** The same file with its copy set right. */
export function mended(file: string, source: string): string {
  let result = source;
  for (const { start, end, raw } of copyOf(file, source).sort((a, b) => b.start - a.start)) {
    // A quote that ends the literal counts as the end of the text.
    const body = rulesOf(file).reduce(
      (text, { wrong, right }) => text.replace(wrong, right),
      raw.replace(/(?<=:)["'`]$/, ' $&'),
    );
    result = result.slice(0, start) + body.replace(/(?<=:) (["'`])$/, '$1') + result.slice(end);
  }
  return result;
}
