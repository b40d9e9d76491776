type Clue = readonly [clue: RegExp, name: string];

/**
 * The first clue that fits wins: Edge and Opera also say Chrome, Chrome also says Safari, Android
 * also says Linux.
 */
const browsers: readonly Clue[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];
const systems: readonly Clue[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const find = (clues: readonly Clue[], text: string) => clues.find(([clue]) => clue.test(text))?.[1];

/**
 * @returns a user agent in a person's words, such as 'Firefox sur Windows'; 'Appareil inconnu' when
 *   it says nothing
 */
export function deviceName(userAgent: string | null): string {
  const browser = find(browsers, userAgent ?? '');
  const system = find(systems, userAgent ?? '');
  if (browser && system) return `${browser} sur ${system}`;
  return browser ?? system ?? 'Appareil inconnu';
}
