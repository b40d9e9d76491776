import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Pagination, pageSummary } from '#web/ui/pagination.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Table } from '#web/ui/table.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
const attribute = (markup: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(markup)?.[1];

describe('a field', () => {
  it('names its control and describes it by its hint and its error', () => {
    const markup = html(
      <Field label="E-mail" hint="Pour vous écrire." error="Email invalide">
        <Input name="email" />
      </Field>,
    );
    const input = /<input[^>]*>/.exec(markup)?.[0] ?? '';
    expect(attribute(markup, 'for')).toBe(attribute(input, 'id'));
    expect(attribute(input, 'aria-invalid')).toBe('true');
    const described = attribute(input, 'aria-describedby')?.split(' ') ?? [];
    expect(described).toHaveLength(2);
    for (const id of described) expect(markup).toContain(`id="${id}"`);
  });

  it('has the link beside its label after its control in keyboard order', () => {
    const markup = html(
      <Field label="Mot de passe" aside={<a href="/forgot-password">Mot de passe oublié ?</a>}>
        <Input />
      </Field>,
    );
    expect(markup.indexOf('<a ')).toBeGreaterThan(markup.indexOf('<input'));
  });

  it('says nothing of errors while there is none', () => {
    const markup = html(
      <Field label="E-mail">
        <Input />
      </Field>,
    );
    expect(markup).not.toContain('aria-invalid=');
    expect(markup).not.toContain('aria-describedby');
  });

  it('names a group of cards and marks it invalid as a whole', () => {
    const markup = html(
      <Field label="Rôle" group error="Veuillez sélectionner un rôle">
        <RadioCards name="role" options={[{ value: 'viewer', label: 'Viewer' }]} />
      </Field>,
    );
    const group = /<div[^>]*role="radiogroup"[^>]*>/.exec(markup)?.[0] ?? '';
    expect(markup).toContain(`<span id="${attribute(group, 'aria-labelledby')}"`);
    expect(attribute(group, 'aria-invalid')).toBe('true');
  });
});

describe('a button', () => {
  it('submits only when told to', () => {
    expect(html(<Button>Voir</Button>)).toContain('type="button"');
    expect(html(<Button type="submit">Envoyer</Button>)).toContain('type="submit"');
  });

  it('keeps its focus and its name while it is busy', () => {
    const markup = html(<Button loading>Envoyer</Button>);
    expect(markup).toContain('aria-busy="true"');
    expect(markup).toContain('aria-disabled="true"');
    expect(markup).not.toContain(' disabled=""');
    expect(markup).toContain('Envoyer');
  });
});

describe('states', () => {
  it('are said in words and shaped by tone, never by colour alone', () => {
    const marks = (['neutral', 'spot', 'live', 'settled'] as const).map((tone) => {
      const markup = html(<Badge tone={tone}>État</Badge>);
      expect(markup).toContain('État');
      return /aria-hidden="true" class="([^"]*)"/
        .exec(markup)?.[1]
        ?.replace(/\b(?:text|bg)-(?!current|linear)\S+/g, '');
    });
    expect(new Set(marks).size).toBe(4);
  });

  it('of waiting are announced', () => {
    expect(html(<Spinner label="Recherche des créneaux" />)).toMatch(/role="status".*Recherche des créneaux/);
  });
});

it('an avatar beside a name is decoration, and has a name when it stands alone', () => {
  expect(html(<Avatar name="Maëlle Nocturne" />)).toContain('aria-hidden="true"');
  expect(html(<Avatar name="Maëlle Nocturne" labelled />)).toContain('aria-label="Maëlle Nocturne"');
  expect(html(<Avatar name="Maëlle Nocturne" src="/avatars/viewer.svg" />)).toContain('alt=""');
});

describe('a table', () => {
  const columns = [
    { key: 'who', header: 'Viewer', cell: (row: string) => row, sortable: true, heading: true },
    { key: 'sum', header: 'Montant', cell: () => '45,00 €', align: 'end' as const },
  ];
  const render = (rows: readonly string[], extra = {}) =>
    html(<Table caption="Paiements" columns={columns} rows={rows} rowKey={(row) => row} {...extra} />);

  it('carries the names of its columns into the cards of a phone, and its roles with them', () => {
    const markup = render(['Léo']);
    expect(markup).toContain('data-label="Montant"');
    for (const role of ['table', 'row', 'cell', 'columnheader']) expect(markup).toContain(`role="${role}"`);
  });

  it('says how it is sorted', () => {
    const markup = render(['Léo'], {
      sort: { key: 'who', direction: 'descending' },
      onSort: () => undefined,
    });
    expect(markup).toContain('aria-sort="descending"');
    expect(markup).toContain('aria-label="Trier par"');
  });

  it('is busy while it loads, and shows what it is for when it is empty', () => {
    expect(render([], { loadingRows: 3 })).toContain('aria-busy="true"');
    expect(render([], { empty: <p>Vos paiements seront ici</p> })).not.toContain('<table');
  });
});

it('pages are links, and there is none before the first nor after the last', () => {
  const page = (number: number) =>
    html(<Pagination page={number} pageCount={3} hrefFor={(to) => `/users?page=${String(to)}`} />);
  expect(page(1)).not.toContain('Page précédente');
  expect(page(2)).toContain('href="/users?page=1"');
  expect(page(3)).not.toContain('Page suivante');
});

it('a list on one page shows no page numbers, and a single row is not « 1 à 1 »', () => {
  expect(html(<Pagination page={1} pageCount={1} hrefFor={String} />)).toBe('');
  expect(pageSummary(1, 20, '134')).toBe('1 à 20 sur 134');
  expect(pageSummary(41, 41, '41')).toBe('41 sur 41');
});
