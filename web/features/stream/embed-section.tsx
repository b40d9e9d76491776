import { useState } from 'react';
import { setSites } from '#product/stream/contract.ts';
import { siteOf } from '#product/stream/rules/sites.ts';
import { EMBED_MODES, type EmbedMode, snippet } from '#product/stream/rules/snippet.ts';
import { CopiedLine } from '#web/features/stream/copied-line.tsx';
import { KIT_KEY } from '#web/features/stream/queries.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

interface EmbedProps {
  handle: string;
  /** Origins of the sites that may show the booker. */
  sites: readonly string[];
}

/** The booker on one's own site: the line to paste, what it shows, and the sites that may show it. */
export function EmbedSection({ handle, sites }: EmbedProps) {
  const [mode, setMode] = useState<EmbedMode>('booker');
  return (
    <SettingsSection
      title="Sur votre site"
      description="Vos prochaines places sur un site à vous. On y choisit une heure ; la réservation et le paiement se font sur Loge."
    >
      <AllowedSites key={sites.join()} sites={sites} />
      <Field label="Ce que la page montre">
        <Select
          options={Object.entries(EMBED_MODES).map(([value, label]) => ({ value, label }))}
          value={mode}
          onChange={(event) => setMode(event.target.value === 'button' ? 'button' : 'booker')}
        />
      </Field>
      <CopiedLine
        long
        label="Code à coller dans votre page"
        text={snippet(window.location.origin, handle, mode)}
        hint="Il ne pose aucun cookie et n’enregistre rien chez vos visiteurs."
      />
      <iframe
        title="Aperçu de la réservation sur votre site"
        src={`/embed/${handle}`}
        className="h-112 w-full rounded-lg border border-line-strong"
      />
    </SettingsSection>
  );
}

function AllowedSites({ sites }: Pick<EmbedProps, 'sites'>) {
  const [typed, setTyped] = useState(sites.join('\n'));
  const [fault, setFault] = useState<string | undefined>();
  const save = useCommand(setSites, { changes: [KIT_KEY], done: 'Enregistré' });
  const submit = () => {
    const lines = typed.split('\n').flatMap((line) => line.trim() || []);
    const refused = lines.map(siteOf).find(({ ok }) => !ok);
    setFault(refused?.ok === false ? refused.why : undefined);
    if (!refused) save.press({ sites: lines });
  };
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Sites qui peuvent l’afficher"
        hint="Un par ligne, comme https://monsite.fr. Aucun autre site ne peut montrer votre réservation."
        error={fault}
        className="w-full"
      >
        <Textarea rows={3} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Button type="submit" loading={save.pending}>
        Enregistrer les sites
      </Button>
    </form>
  );
}
