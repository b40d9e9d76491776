import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { createFeed, getFeed, removeFeed } from '#product/calendars/contract.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDay } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const KEY = ['calendar-feed'] as const;
const feedQuery = (userId: string) =>
  queryOptions({ queryKey: [...KEY, userId], queryFn: () => callCommand(getFeed, {}) });

/**
 * The secret address from which one's own calendar app reads one's sessions. It is shown once, when
 * it is made.
 */
export function PrivateFeed({ userId }: { userId: string }) {
  const feed = useQuery(feedQuery(userId));
  const [url, setUrl] = useState<string | null>(null);
  const create = useCommand(createFeed, { changes: [KEY] });
  const remove = useCommand(removeFeed, { changes: [KEY], done: 'Adresse retirée : elle ne répond plus' });
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Adresse copiée' });
    } catch {
      toast({
        variant: 'destructive',
        title: 'La copie n’a pas pu se faire. Sélectionnez l’adresse et copiez-la.',
      });
    }
  };
  if (feed.isError) {
    return (
      <ErrorLine onRetry={feed.refetch} retrying={feed.isFetching}>
        L’adresse de votre agenda n’a pas pu être chargée.
      </ErrorLine>
    );
  }
  if (!feed.data) return null;
  const since = feed.data.createdAt;
  return (
    <SettingsSection
      title="Vos sessions dans votre agenda"
      description="Une adresse secrète, à ajouter dans votre agenda (Google, Apple, Outlook). Qui la connaît voit vos sessions : gardez-la pour vous."
    >
      {url && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Votre adresse, montrée cette fois seulement" className="min-w-0 flex-1">
            <Input readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
          <Button onClick={() => copy(url)}>
            <Copy aria-hidden="true" />
            Copier
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button loading={create.pending} onClick={() => create.press({}, (made) => setUrl(made.url))}>
          {since === null ? 'Créer une adresse' : 'Remplacer l’adresse'}
        </Button>
        {since !== null && (
          <Button tone="quiet" loading={remove.pending} onClick={() => remove.press({}, () => setUrl(null))}>
            Retirer
          </Button>
        )}
        {since !== null && url === null && (
          <p className="text-small text-muted">
            Une adresse existe depuis le {formatDay(since, deviceZone(), { weekday: false, year: true })}.
          </p>
        )}
      </div>
    </SettingsSection>
  );
}
