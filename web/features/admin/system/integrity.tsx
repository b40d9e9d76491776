import type { Tables } from '#database/generated/types.ts';
import { requestCheck } from '#product/system/contract.ts';
import { INTEGRITY_CHECKS } from '#product/system/rules/integrity.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Part } from '#web/features/admin/system/part.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatCount, formatDateTime, plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';

/** One kind of thing that does not agree, as the server counted it. */
export interface FoundFault {
  check: string;
  count: number;
  examples: string[];
}

const when = (at: string) => formatDateTime(at, TEAM_ZONE, { weekday: false, month: 'short' });
const labelOf = (check: string): string =>
  Object.hasOwn(INTEGRITY_CHECKS, check) ? INTEGRITY_CHECKS[check as keyof typeof INTEGRITY_CHECKS] : check;

interface IntegrityProps {
  /** The last check that ended; null before the first. */
  checked: { ended_at: string | null; findings: FoundFault[] | null } | null;
  /** One waits or is under way. */
  isChecking: boolean;
}

/** Whether what belongs together agrees, as last looked at, and looking again. */
export function Integrity({ checked, isChecking }: IntegrityProps) {
  const asking = useCommand(requestCheck, { changes: [ADMIN_KEY], done: 'Vérification demandée' });
  const mayAsk = useDuty();
  const findings = checked?.findings ?? [];
  return (
    <Part
      id="integrity"
      title="Intégrité"
      tone={!checked?.ended_at ? 'neutral' : findings.length === 0 ? 'settled' : 'live'}
      state={
        !checked?.ended_at
          ? 'Pas encore vérifiée'
          : findings.length === 0
            ? 'Tout concorde'
            : plural(findings.length, 'écart trouvé', 'écarts trouvés')
      }
      {...(checked?.ended_at && { note: `Vérifiée le ${when(checked.ended_at)}` })}
      isTrouble={findings.length > 0}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num min-w-0 text-small text-muted">
          {checked?.ended_at && `Vérifiée le ${when(checked.ended_at)}. `}
          Grand livre, paiements, prestataire, documents et fichiers sont comparés chaque nuit.
        </p>
        {mayAsk && (
          <Button size="sm" loading={asking.pending} onClick={() => asking.press({})} disabled={isChecking}>
            {isChecking ? 'Vérification en cours' : 'Vérifier l’intégrité'}
          </Button>
        )}
      </div>
      {findings.length > 0 && (
        <ul className="grid gap-3">
          {findings.map(({ check, count, examples }) => (
            <li key={check} className="grid gap-0.5">
              <span>
                {labelOf(check)} : <span className="num">{formatCount(count)}</span>
              </span>
              <span className="num break-all text-small text-muted">{examples.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface LastBackupProps {
  backup: Pick<
    Tables<'admin_backups'>,
    'started_at' | 'file_bytes' | 'files' | 'missing_files' | 'error'
  > | null;
}

const MEGABYTE = 1_000_000;

/** The last backup that was made of this installation, or that none was. */
export function LastBackup({ backup }: LastBackupProps) {
  const failed = backup !== null && backup.error !== null;
  const size =
    backup &&
    `${plural(backup.files ?? 0, 'fichier', 'fichiers')}, ${formatCount(Math.max(1, Math.round((backup.file_bytes ?? 0) / MEGABYTE)))} Mo`;
  return (
    <Part
      id="backup"
      title="Sauvegarde"
      tone={!backup?.started_at ? 'spot' : failed ? 'live' : 'settled'}
      state={
        backup?.started_at
          ? `${failed ? 'A échoué' : 'Faite'} le ${when(backup.started_at)}`
          : 'Aucune encore'
      }
      {...(size && !failed && { note: size })}
      isTrouble={failed}
    >
      {backup && failed && <p className="text-small wrap-anywhere text-live">{backup.error}</p>}
      {backup && !failed && (
        <p className="num text-small text-soft">
          {size}
          {(backup.missing_files ?? 0) > 0 &&
            `, ${plural(backup.missing_files ?? 0, 'fichier sans octets', 'fichiers sans octets')}`}
        </p>
      )}
      <p className="text-small text-muted">
        <code className="break-words">npm run backup -- fichier</code> sauvegarde tout sans rien arrêter.
      </p>
    </Part>
  );
}
