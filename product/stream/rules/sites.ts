/** The most sites that may show one streamer's booker. */
export const MOST_SITES = 20;

/** A host that everybody can reach, or this machine, on which a site is tried. */
const LOCAL = /^(?:localhost|127\.0\.0\.1)$/;
/** At least one dot, no dot at an end, no address of numbers alone. */
const HOST = /^(?!\d+(?:\.\d+){3}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

export type Site = { ok: true; origin: string } | { ok: false; why: string };

/**
 * The origin of a site as people write one: `monsite.fr`, `https://www.monsite.fr/blog`.
 * @returns the origin for `frame-ancestors` (CSP 3, 6.4.2), or in French why it is none
 */
export function siteOf(text: string): Site {
  const typed = text.trim();
  const no = (why: string): Site => ({ ok: false, why });
  if (typed === '' || typed.length > 300) return no('Indiquez l’adresse d’un site, comme https://monsite.fr');
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null) return no(`«\u202f${typed}\u202f» n’est pas l’adresse d’un site`);
  if (url.username !== '' || url.password !== '') return no('Une adresse de site n’a ni nom ni mot de passe');
  const isLocal = LOCAL.test(url.hostname);
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    return no('Un site doit être en https pour afficher votre réservation');
  if (!isLocal && !HOST.test(url.hostname)) return no(`«\u202f${typed}\u202f» n’est pas l’adresse d’un site`);
  return { ok: true, origin: url.origin };
}
