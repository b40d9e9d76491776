import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Role } from '#product/shared/roles.ts';
import type { LogeServer } from './server.ts';

export interface Person {
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

const firstNames: Readonly<Record<Role, string>> = {
  viewer: 'Camille',
  streamer: 'Nour',
  admin: 'Dominique',
};

/** Somebody nobody knows yet. The address does not tell the role, so nothing can be guessed from it. */
export function newPerson(role: Role = 'viewer'): Person {
  return {
    role,
    firstName: firstNames[role],
    lastName: 'Delorme',
    email: `personne-${randomBytes(6).toString('hex')}@exemple.fr`,
    password: 'quatre corbeaux bleus',
  };
}

/** Calls the platform with the service key, as an operator would. */
export async function asService(
  server: LogeServer,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method: init.method ?? 'GET',
    headers: {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

async function auth(server: LogeServer, path: string, body: unknown): Promise<Session> {
  const response = await fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Session;
}

/** An account as the sign-up call leaves it: nobody has asked for the age yet. */
export function registerWithoutAge(server: LogeServer, person: Person): Promise<Session> {
  const { role, firstName, lastName } = person;
  const data = { role, first_name: firstName, last_name: lastName };
  return auth(server, 'signup', { email: person.email, password: person.password, data });
}

/**
 * An account through the real sign-up call, for tests that are about something else; the question about the age is answered.
 * @param age `adult`, or a minor's date of birth
 */
export async function register(server: LogeServer, person: Person, age = 'adult'): Promise<Session> {
  const session = await registerWithoutAge(server, person);
  await sendAs(server, session, 'accounts/declare-age', { age });
  return session;
}

/** Says the age of an adult where it is asked for, before what one wanted to do goes on. */
export async function sayAge(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Votre âge' });
  await form.getByLabel('Date de naissance').fill('12/03/1990');
  await form.getByRole('button', { name: 'Continuer' }).click();
}

export const openSession = (
  server: LogeServer,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Session> => auth(server, 'token?grant_type=password', { email, password });

/** Sends a command as somebody, from a device that is not this browser. */
export async function sendAs(
  server: LogeServer,
  session: Pick<Session, 'access_token'>,
  command: string,
  body: object,
): Promise<unknown> {
  const response = await fetch(`${server.url}/functions/v1/${command}`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Puts a session where the client keeps it, as if this browser had signed in the day before. */
export async function keepSession(page: Page, session: object): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(
    (value) => localStorage.setItem('sb-localhost-auth-token', value),
    JSON.stringify(session),
  );
}

/** A new account of this role, signed in on this page. */
export async function arriveAs(page: Page, server: LogeServer, role: Role): Promise<Person & { id: string }> {
  const person = newPerson(role);
  const session = await register(server, person);
  await keepSession(page, session);
  return { ...person, id: session.user.id };
}

export const SIXTEEN = `${String(new Date().getFullYear() - 16)}-01-01`;

/** A viewer of sixteen, signed in on this page. */
export async function arriveAsMinor(page: Page, server: LogeServer): Promise<{ id: string; email: string }> {
  const person = newPerson('viewer');
  const session = await register(server, person, SIXTEEN);
  await keepSession(page, session);
  return { id: session.user.id, email: person.email };
}

/** Signed in on this page as somebody of the demonstration, all of whose people have the password that its start prints. */
export async function arriveInDemo(page: Page, server: LogeServer, email: string): Promise<void> {
  await keepSession(page, await openDemoSession(server, email));
}

export function openDemoSession(server: LogeServer, email: string): Promise<Session> {
  const password = /password (\S+)/.exec(server.log())?.[1] ?? '';
  return openSession(server, { email, password });
}

/** Signs in on the page, as a person does. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Se connecter' });
  await form.getByLabel('Adresse e-mail').fill(email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
}

/** Fills the sign-up form and sends it. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/auth?mode=signup');
  const form = page.getByRole('form', { name: 'Créer un compte' });
  await form.getByRole('radio', { name: new RegExp(person.role, 'i') }).check();
  await form.getByLabel('Prénom', { exact: true }).fill(person.firstName);
  await form.getByLabel('Nom', { exact: true }).fill(person.lastName);
  await form.getByLabel('Adresse e-mail').fill(person.email);
  await form.getByLabel('Mot de passe', { exact: true }).fill(person.password);
  await form.getByLabel('Confirmer le mot de passe', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Créer mon compte' }).click();
}

/** Forgets the session of this browser, on a page of the same origin where nothing asks for anything with it. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}
