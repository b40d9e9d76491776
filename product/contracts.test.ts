import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Contract } from '#product/shared/contract.ts';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'request' in value && 'response' in value && 'name' in value;

/** Every contract, with the name under which it is exported. */
async function contracts(): Promise<{ exported: string; name: string }[]> {
  const files = globSync('product/*/{contract,*-contract}.ts');
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map(
      (file) => import(/* @vite-ignore */ `./${file.replaceAll('\\', '/').slice('product/'.length)}`),
    ),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([exported, value]) =>
      isContract(value) ? [{ exported, name: value.name }] : [],
    ),
  );
}

const camelCase = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('every command is <capability>/<verb-noun>, in its contract, its file and what both export', async () => {
  const all = await contracts();
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const wrong = all.flatMap(({ exported, name }) => {
    const [, command = ''] = name.split('/');
    // Two rooms may each have a command of one verb and noun.
    const files = globSync(`product/*/commands/${command}.ts`).map((file) => readFileSync(file, 'utf8'));
    return [
      ...(/^[a-z]+\/[a-z]+(-[a-z]+)+$/.test(name) ? [] : [`${name} is not a verb and a noun`]),
      ...(exported === camelCase(command) ? [] : [`${name} is exported as ${exported}`]),
      ...(files.some((text) => text.includes(`export const ${camelCase(command)} = `))
        ? []
        : [`${name} has no file of its own`]),
    ];
  });
  expect(wrong).toEqual([]);
});
