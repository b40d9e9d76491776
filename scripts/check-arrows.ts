/** Prints one line for each import, name or size that breaks the house's rules, and fails when there is one. */
import { join } from 'node:path';
import { checkArrows, format } from './arrows/check.ts';

const violations = checkArrows(join(import.meta.dirname, '..'));
for (const violation of violations) console.log(format(violation));
if (violations.length > 0) process.exitCode = 1;
