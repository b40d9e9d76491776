import { Download } from 'lucide-react';
import { exportData } from '#contracts/accounts.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

function save(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Everything that Loge holds about the person, as one file (RGPD articles 15 and 20). */
export function DataExport() {
  const exporting = useCommand(exportData, { failed: 'Export impossible' });
  const download = () =>
    exporting.press({}, (data) => save(`loge-mes-donnees-${data.exportedAt.slice(0, 10)}.json`, data));
  return (
    <SettingsSection
      title="Vos données"
      description="Tout ce que Loge sait de vous : compte, profil, connexions, demandes et décisions, dans un fichier JSON."
    >
      <Button className="justify-self-start" loading={exporting.pending} onClick={download}>
        <Download aria-hidden="true" />
        Télécharger mes données
      </Button>
    </SettingsSection>
  );
}
