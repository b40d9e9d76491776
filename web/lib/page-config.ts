import type { Catalogue, CatalogueEntry } from '#product/discovery/rules/catalogue.ts';

/**
 * The configuration that the server gives the page before its first request, in the document's
 * `#loge-config`.
 */
export interface PageConfig {
  /** Where the platform answers: the page's own origin unless the server says otherwise. */
  supabaseUrl: string;
  publishableKey: string;
  /** Where people may sign in besides here. */
  providers: readonly { id: string; label: string }[];
  /** Whether Google may be asked which YouTube channel is a streamer's. */
  provesYouTube: boolean;
  /** Whether admins must have a second factor. */
  teamNeedsFactor: boolean;
  /** The name of the payment provider; null where payments are only tried out. */
  paidBy: string | null;
  /** Whether codes can be sent to telephones. */
  sendsSms: boolean;
  /** The categories of sessions and the languages spoken in them. */
  catalogue: Catalogue;
}

const isProvider = (value: unknown): value is PageConfig['providers'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'label' in value &&
  typeof value.label === 'string';

const isEntry = (value: unknown): value is CatalogueEntry =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'label' in value &&
  typeof value.label === 'string';

function catalogueOf(given: unknown): Catalogue {
  const lists = typeof given === 'object' && given !== null ? given : {};
  const entriesOf = (list: unknown) => (Array.isArray(list) ? list.filter(isEntry) : []);
  return {
    categories: entriesOf('categories' in lists ? lists.categories : null),
    languages: entriesOf('languages' in lists ? lists.languages : null),
  };
}

/**
 * Reads the text of `#loge-config`.
 * @param text the JSON that the server put into the document, or null when it put none
 * @param origin the page's own origin, used when no other address is given
 * @throws Error when the server gave no usable configuration: nothing on the page could work
 */
export function parsePageConfig(text: string | null, origin: string): PageConfig {
  const given: unknown = JSON.parse(text ?? 'null');
  if (typeof given !== 'object' || given === null || !('publishableKey' in given)) {
    throw new Error('La page n’a pas reçu sa configuration du serveur.');
  }
  const { publishableKey } = given;
  const offered: readonly unknown[] =
    'providers' in given && Array.isArray(given.providers) ? given.providers : [];
  const providers = offered.filter(isProvider);
  if (typeof publishableKey !== 'string' || publishableKey === '') {
    throw new Error('La configuration de la page ne contient pas de clé publique.');
  }
  const url = 'supabaseUrl' in given ? given.supabaseUrl : null;
  return {
    supabaseUrl: typeof url === 'string' && url !== '' ? url : origin,
    publishableKey,
    providers,
    provesYouTube: 'provesYouTube' in given && given.provesYouTube === true,
    teamNeedsFactor: 'teamNeedsFactor' in given && given.teamNeedsFactor === true,
    paidBy: 'paidBy' in given && typeof given.paidBy === 'string' ? given.paidBy : null,
    sendsSms: 'sendsSms' in given && given.sendsSms === true,
    catalogue: catalogueOf('catalogue' in given ? given.catalogue : null),
  };
}

/** The configuration of this page. */
export const readPageConfig = (): PageConfig =>
  parsePageConfig(document.getElementById('loge-config')?.textContent ?? null, window.location.origin);
