import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text.tsx';

it('an address in what somebody wrote is a link in a new tab, and the rest is text', () => {
  const markup = renderToStaticMarkup(
    <LinkedText>{'<b>Voir</b> https://lichess.org/abc et javascript:alert(1)'}</LinkedText>,
  );
  expect(markup.match(/<a /g)).toHaveLength(1);
  expect(markup).toMatch(/<a href="https:\/\/lichess\.org\/abc" target="_blank" rel="noopener noreferrer/);
  expect(markup).toContain('(nouvel onglet)');
  expect(markup).toContain('&lt;b&gt;Voir&lt;/b&gt;');
});
