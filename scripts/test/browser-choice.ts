/** Which browser the browser tests use, and how one is got where there is none: the choices alone, so that they can be tested. */

export const DEBIAN_CHROMIUM = '/usr/bin/chromium';
/** The same engine without a window, a screen or a desktop around it: a page is there in two thirds of the time. */
export const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * @param asked CHROMIUM_PATH: when it names a browser, that one or none is used
 * @param playwrights where Playwright keeps its own
 * @returns the path of the browser to use; null when there is none
 */
export function chooseBrowser(
  asked: string | undefined,
  playwrights: string,
  exists: (path: string) => boolean,
): string | null {
  const candidates = asked ? [asked] : [DEBIAN_CHROMIUM, playwrights];
  return candidates.find(exists) ?? null;
}

/**
 * The browser of the tests in which nobody meets anybody.
 * @param whole what {@link chooseBrowser} says: it serves where there is nothing lighter
 */
export const chooseLightBrowser = (whole: string | null, exists: (path: string) => boolean): string | null =>
  whole === DEBIAN_CHROMIUM && exists(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : whole;

/** What the choice of a way depends on. */
export interface Machine {
  platform: NodeJS.Platform;
  isRoot: boolean;
  hasApt: boolean;
  /** ID of /etc/os-release, like `debian`; empty where there is none. */
  distribution: string;
}

export interface Command {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** As one would type it: what is put into the system is said first. */
export const written = ({ command, args }: Command): string => [command, ...args].join(' ');

/** One way to get a browser: its commands in turn. A later one may succeed where an earlier one failed. */
export interface Way {
  name: string;
  /** By packages of the distribution. */
  ofDebian?: boolean;
  commands: readonly Command[];
}

/** RUNLEVEL=1 lets no package start a daemon. */
const quietly = { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };

const debian: Way = {
  name: 'Debian’s packages',
  ofDebian: true,
  commands: [
    { command: 'apt-get', args: ['update', '-qq'], env: quietly },
    {
      command: 'apt-get',
      args: ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
      env: quietly,
    },
  ],
};

const playwrights = (withLibraries: boolean): Way => ({
  name: withLibraries ? 'Playwright’s own, and the libraries it needs' : 'Playwright’s own',
  commands: [
    {
      command: 'playwright',
      args: ['install', ...(withLibraries ? ['--with-deps'] : []), 'chromium'],
      env: quietly,
    },
  ],
});

/**
 * The ways to try on a machine, the best first. Debian's package brings the libraries along, and its updates; Ubuntu's of that name only
 * points to a snap, which a container cannot install. Without root nothing but Playwright's own can be had.
 */
export function waysToInstall({ platform, isRoot, hasApt, distribution }: Machine): readonly Way[] {
  const mayInstallPackages = platform === 'linux' && isRoot && hasApt;
  if (!mayInstallPackages) return [playwrights(false)];
  // The last asks nothing of apt, which may have no network or a broken list where Playwright's server answers.
  return [...(distribution === 'debian' ? [debian] : []), playwrights(true), playwrights(false)];
}

/** @param osRelease the text of /etc/os-release */
export const distributionOf = (osRelease: string) => /^ID="?([a-z0-9._-]*)"?$/m.exec(osRelease)?.[1] ?? '';
