import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { firstName } from '#web/lib/forms/account-fields.ts';
import { profileSchema } from './profile-fields.ts';

const own = {
  handle: 'nour-b',
  displayName: 'Nour B.',
  headline: '',
  bio: '',
  categories: [],
  languages: ['fr'],
};
const saidOf = (values: Partial<typeof own>) =>
  profileSchema.safeParse({ ...own, ...values }).error?.issues.map(({ message }) => message) ?? [];

describe('what a page is called', () => {
  test.each([
    [{}, []],
    [{ displayName: 'Nour\u202eB' }, [expect.stringContaining('caractère invisible')]],
    [{ displayName: 'Nour\u200bB' }, [expect.stringContaining('caractère invisible')]],
    [{ displayName: 'gagnez-gros.example' }, ['Un nom ne contient pas d’adresse de site']],
    [{ displayName: 'Équipe Loge' }, ['Ce nom est celui de l’équipe de Loge']],
    [{ displayName: 'Lоge' }, ['Ce nom est celui de l’équipe de Loge']],
    [{ handle: 'loge-support' }, ['Cette adresse est celle de l’équipe de Loge']],
    [{ handle: 'l0ge' }, ['Cette adresse est celle de l’équipe de Loge']],
  ])('%o', (values, said) => {
    expect(saidOf(values)).toEqual(said);
  });
});

test.each([
  ['Zoé', true],
  ['Jean-Noël', true],
  ['O’Brien', true],
  ['Nguyễn', true],
  ['Gagnez 100 € sur promo.example', false],
  ['https://promo', false],
  ['Léa\u2066', false],
  ['Lé\u0000a', false],
])('a first name %o passes the form: %s', (name, passes) => {
  expect(z.safeParse(firstName, name).success).toBe(passes);
});
