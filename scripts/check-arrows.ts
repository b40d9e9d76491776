/** Prints one line for each import, name, size or statement that breaks the house's rules, and fails when there is one. */
import { join } from 'node:path';
import { importFaults } from './arrows/import-rules.ts';
import { fileFaults } from './arrows/names-and-lengths.ts';
import { statementFaults } from './schema/check-statements.ts';

const root = join(import.meta.dirname, '..');
const faults = [...fileFaults(root), ...(await importFaults(root)), ...statementFaults(root)];
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
