import type { ChannelProvider } from '#product/discovery/rules/channels.ts';

/**
 * Hours in the streamer's zone: ISO weekdays, from and to as hours of the day (26 is two in the
 * morning).
 */
export type HoursDraft = readonly (readonly [weekdays: readonly number[], from: number, to: number])[];

export interface OfferDraft {
  readonly title: string;
  readonly about: string;
  readonly category: string;
  readonly minutes: 15 | 30 | 45 | 60 | 90 | 120;
  /** Euros; 0 is free. */
  readonly euros: number;
  readonly seats?: number;
  readonly onRequest?: boolean;
  readonly policy?: 'flexible' | 'standard' | 'strict';
  readonly asks?: readonly string[];
  /** Minutes between two starts; as long as a session unless told. */
  readonly step?: number;
  /** Minutes; the page's unless told. */
  readonly notice?: number;
}

export interface ChannelDraft {
  readonly provider: ChannelProvider;
  readonly id: string;
  /** At Twitch. */
  readonly login?: string;
  readonly name: string;
  /** The provider's id of the person, at YouTube. */
  readonly account?: string;
  readonly live?: boolean;
}

/** The page of one invented streamer. */
export interface PageDraft {
  /** As in factories.ts. */
  readonly name: string;
  readonly headline: string;
  readonly bio: string;
  readonly languages: readonly string[];
  readonly zone: string;
  readonly hours: HoursDraft;
  readonly offers: readonly OfferDraft[];
  readonly notice?: number;
  /** Days to come, counted from the start of the demo, on which nothing can be booked. */
  readonly absence?: { readonly first: number; readonly last: number; readonly reason: string };
  /** Days to come on which the hours are those of another place. */
  readonly travel?: { readonly first: number; readonly last: number; readonly zone: string };
  readonly featured?: boolean;
  /** Roughly how many sessions a week in the past year. */
  readonly pace: number;
  /** Requests that wait for an answer, so many days ahead at least. */
  readonly asked?: readonly number[];
  readonly links?: readonly (readonly [platform: string, url: string])[];
  /** Channels that are proven to be theirs. They exist nowhere but in the demo. */
  readonly channels?: readonly ChannelDraft[];
}

const WEEK = [1, 2, 3, 4, 5] as const;

/** The sample streamer, with whom a newcomer plays. */
export const SAMPLE_PAGE: PageDraft = {
  name: 'Streamer Test',
  headline: 'Le profil d’essai : réservez, payez au bac à sable, annulez, recommencez',
  bio: 'Ce profil sert à découvrir Loge. Ses créneaux sont vrais, ses sessions aussi ; seul l’argent est fictif. Connectez-vous avec le compte d’essai « viewer » pour réserver, puis avec « streamer » pour voir la semaine se remplir.',
  languages: ['fr', 'en'],
  zone: 'Europe/Paris',
  hours: [
    [WEEK, 17, 21],
    [[6, 7], 14, 17],
  ],
  notice: 60,
  pace: 7,
  asked: [4, 9],
  offers: [
    {
      title: 'Rencontre de découverte',
      about: 'Un quart d’heure pour faire connaissance et voir si le courant passe.',
      category: 'discussion',
      minutes: 15,
      euros: 0,
    },
    {
      title: 'Une heure en tête à tête',
      about: 'Vous venez avec vos questions, nous en faisons le tour.',
      category: 'coaching',
      minutes: 60,
      euros: 45,
      asks: ['De quoi souhaitez-vous parler ?'],
    },
    {
      title: 'Atelier à six',
      about: 'Une session de groupe : chacun montre où il en est, tout le monde avance.',
      category: 'jouer-ensemble',
      minutes: 90,
      euros: 18,
      seats: 6,
      policy: 'flexible',
    },
    {
      title: 'Audit de votre chaîne',
      about: 'Je regarde votre chaîne avant la session et vous dis ce que je changerais.',
      category: 'lancer-sa-chaine',
      minutes: 45,
      euros: 60,
      onRequest: true,
      policy: 'strict',
      asks: ['L’adresse de votre chaîne', 'Votre objectif dans six mois'],
    },
  ],
  links: [
    ['twitch', 'https://www.twitch.tv/directory'],
    ['website', 'https://example.org/'],
  ],
};
