import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { StreamerCard as Card } from '#product/discovery/contract.ts';
import { setCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { CategoryList } from './market.tsx';
import { StreamerCard } from './streamer-card.tsx';

const entry = (id: string, label: string) => ({
  id,
  label,
  pictureUrl: null,
  pictureAlt: null,
  retired: false,
  mergedInto: null,
});
setCatalogue({
  categories: [entry('dessin', 'Dessin et illustration'), entry('echecs', 'Échecs et stratégie')],
  languages: [entry('fr', 'Français')],
});

const card: Card = {
  id: '0b2c9f5e-8f0a-4c56-9d6a-3f6f3b1f8a11',
  handle: 'anouk',
  displayName: 'Anouk B.',
  headline: 'Des échecs',
  avatarUrl: null,
  bannerUrl: null,
  bannerPlaceholder: null,
  filmUrl: null,
  categories: ['dessin'],
  languages: ['fr'],
  ratingAverage: null,
  ratingCount: 0,
  featured: false,
  fromPriceCents: 2_500,
  free: 'none',
  durations: [30],
  nextFree: null,
  adultsOnly: false,
  channels: [],
};
const shown = (change: Partial<Card>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StreamerCard card={{ ...card, ...change }} zone="Europe/Paris" viewerId={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll(/[\u00a0\u202f]/g, ' ');

it('a card says what is free, and the least price of what is not', () => {
  expect(shown({})).toContain('dès 25 €');
  expect(shown({})).not.toMatch(/gratuit/i);
  expect(shown({ free: 'trial' })).toMatch(/Essai gratuit.*dès 25 €/);
  expect(shown({ free: 'trial', fromPriceCents: null })).toContain('Essai gratuit');
  expect(shown({ free: 'only', fromPriceCents: null })).toMatch(/>Gratuit</);
});

it('a card names the proven channel and says when it is live', () => {
  expect(shown({})).not.toMatch(/vérifiée|En direct/);
  const channels = [
    { provider: 'youtube' as const, name: 'Anouk joue', live: false },
    { provider: 'twitch' as const, name: 'Anouk_Joue', live: false },
  ];
  expect(shown({ channels })).toMatch(/Chaîne YouTube vérifiée.*Anouk joue/);
  expect(shown({ channels })).not.toContain('En direct');
  const live = shown({ channels: channels.map((one) => ({ ...one, live: one.provider === 'twitch' })) });
  expect(live).toMatch(/En direct.*Chaîne Twitch vérifiée.*Anouk_Joue/);
});

it('a category without a streamer says no number', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <CategoryList
        categories={[
          { slug: 'dessin', streamers: 0 },
          { slug: 'cuisine', streamers: 1 },
        ]}
      />
    </MemoryRouter>,
  );
  expect(markup.match(/\d+\sstreamers?/g)).toEqual(['1\u00a0streamer']);
});
