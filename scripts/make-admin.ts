import { pino } from 'pino';
import { type MadeAdmin, makeAdmin } from '#database/make-admin.ts';
import { openDatabase } from '#server/postgres/database.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { parseSettings } from '#server/settings.ts';

/** `npm run admin -- camille@exemple.fr`: makes an admin of an account, on the database that the settings name. */
const [email] = process.argv.slice(2);
if (!email) {
  console.error('Quel compte ? npm run admin -- camille@exemple.fr');
  process.exit(2);
}

const sentences: Record<MadeAdmin, string> = {
  made: `${email} administre Loge dès maintenant.`,
  already: `${email} administre déjà Loge.`,
  unknown: `Aucun compte n’a l’adresse ${email}. Créez-le d’abord sur la page d’inscription.`,
  unconfirmed: `L’adresse ${email} n’a pas été confirmée. Suivez d’abord le lien reçu par courrier.`,
};

const settings = parseSettings();
const database = await openDatabase(
  { databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, poolSize: 2 },
  pino({ level: 'warn' }),
).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error('Si Loge tourne sur sa base intégrée, arrêtez-la le temps de cette commande.');
  process.exit(1);
});
try {
  await migrate(database.pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  const result = await makeAdmin(database.pool, email);
  console.log(sentences[result]);
  process.exitCode = result === 'made' || result === 'already' ? 0 : 1;
} finally {
  await database.close();
}
