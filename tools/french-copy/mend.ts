import { readFileSync, writeFileSync } from 'node:fs';
import { mended } from './copy.ts';

// node tools/french-copy/mend.ts <files>: puts the spaces, apostrophes and ellipses of French
// typography into the copy of these files.
for (const file of process.argv.slice(2)) {
  const source = readFileSync(file, 'utf8');
  const result = mended(file, source);
  if (result === source) continue;
  writeFileSync(file, result);
  console.info(`Typographie corrigée : ${file}`);
}
