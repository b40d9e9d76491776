/**
 * Prints one line for each import, name, size or statement that breaks the house's rules, and fails
 * when there is one.
 */
import { join } from 'node:path';
import { statementFaults } from '../schema/check-statements.ts';
import { importFaults } from './import-rules.ts';
import { fileFaults } from './names-and-lengths.ts';

const root = join(import.meta.dirname, '../..');
const faults = [...fileFaults(root), ...(await importFaults(root)), ...statementFaults(root)];
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
