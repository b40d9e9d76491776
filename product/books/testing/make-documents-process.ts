import pg from 'pg';
import pino from 'pino';
import { identitySeal } from '#server/integrations/identity/identity-seal.ts';
import { makeDocuments } from '../make-documents.ts';
import { OPERATOR } from './operator.ts';

/** Makes documents without end, in the database that its argument names, until it is killed. */
const pool = new pg.Pool({ connectionString: process.argv[2] });
const deps = {
  pool,
  logger: pino({ level: 'silent' }),
  seal: identitySeal([Buffer.alloc(32, 5)]),
  operator: OPERATOR,
  backdated: false,
  now: () => new Date(),
};
console.log('making');
for (;;) await makeDocuments(deps);
