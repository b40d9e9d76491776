import { useState } from 'react';
import { publishText, saveDraft } from '#product/content/contract.ts';
import { TEXT_VARIABLES } from '#product/shared/texts.ts';
import { formatInstant } from '#product/shared/time/instant.ts';
import { epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { startOfDay } from '#product/shared/time/wall-time.ts';
import { TEXT_KEY, TextBody } from '#web/entities/text/text.tsx';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDateTime, formatDay, plural } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import type { TextVersion, WrittenText } from './queries.ts';
import { changesOf } from './text-changes.ts';

const VIEWS = [
  { value: 'write', label: 'Écrire' },
  { value: 'preview', label: 'Aperçu' },
  { value: 'changes', label: 'Différences' },
  { value: 'versions', label: 'Versions' },
];

/** The clock by which a text takes effect. */
const ZONE = 'Europe/Paris';

/**
 * One text: written, looked at, compared with what is in force, published at once or on a day to
 * come.
 */
export function TextEditor({ text }: { text: WrittenText }) {
  const { slug, newest, draft, house } = text;
  const mayWrite = useDuty();
  const [body, setBody] = useState(draft?.body ?? newest.body);
  const [view, setView] = useState('write');
  const [asking, setAsking] = useState(false);
  const [date, setDate] = useState('');
  const saving = useCommand(saveDraft, { changes: [ADMIN_KEY], done: 'Brouillon enregistré' });
  const looking = useCommand(saveDraft, { changes: [ADMIN_KEY] });
  const publishing = useCommand(publishText, {
    changes: [ADMIN_KEY, TEXT_KEY],
    done: 'Nouvelle version publiée',
  });
  const kept = draft?.body ?? newest.body;
  const request = { slug, body, baseVersion: newest.version };
  const show = (next: string) => {
    setView(next);
    if (next === 'preview') looking.press(request);
  };
  const shown = looking.answer;
  const take = (from: { body: string }) => {
    setBody(from.body);
    setView('write');
  };
  const views = [...VIEWS, ...(house ? [{ value: 'house', label: 'Texte livré' }] : [])];

  return (
    <section aria-label="Le texte" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <LeaveGuard when={body !== kept} placeOf={({ pathname, search }) => `${pathname}${search}`} />
      {house && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-raised px-4 py-3">
          <p className="max-w-[60ch]">
            Depuis le {formatDay(house.since, TEAM_ZONE, { weekday: false, year: true })}, Loge est livré avec
            un autre texte. Le vôtre reste en vigueur jusqu’à ce que vous publiiez une nouvelle version.
          </p>
          <Button size="sm" onClick={() => setView('house')}>
            Comparer
          </Button>
        </div>
      )}
      <Tabs
        label="Façons de voir le texte"
        // The preview is made by the command that keeps a draft.
        items={mayWrite ? views : views.filter(({ value }) => value !== 'preview')}
        value={view}
        onValueChange={show}
      >
        <TabPanel value="write">
          <div className="grid gap-4 pt-5">
            <Field
              label="Texte, en Markdown"
              hint="## pour une partie, ### pour une sous-partie, - pour une liste. Le balisage HTML n’est pas interprété."
            >
              <Textarea
                rows={24}
                value={body}
                onChange={(event) => setBody(event.target.value)}
                readOnly={!mayWrite}
                className="font-mono text-small leading-relaxed"
                spellCheck
              />
            </Field>
            <details className="text-small text-muted">
              <summary className="min-h-11 cursor-pointer py-3">Ce qui se remplit tout seul</summary>
              <p className="flex flex-wrap gap-x-4 gap-y-1 font-mono">
                {TEXT_VARIABLES.map((name) => (
                  <span key={name}>{`{{${name}}}`}</span>
                ))}
              </p>
            </details>
            {mayWrite && (
              <div className="flex flex-wrap gap-3">
                <Button
                  onClick={() => saving.press(request)}
                  loading={saving.pending}
                  disabled={body === kept}
                >
                  {body === newest.body && draft ? 'Abandonner le brouillon' : 'Enregistrer le brouillon'}
                </Button>
                <Button
                  tone="spot"
                  onClick={() => setAsking(true)}
                  disabled={draft === null || body !== kept}
                >
                  Publier…
                </Button>
                {body !== kept && (
                  <p className="self-center text-small text-muted">
                    Enregistrez le brouillon pour pouvoir le publier.
                  </p>
                )}
              </div>
            )}
          </div>
        </TabPanel>
        <TabPanel value="preview">
          <div className="pt-5">
            {shown ? (
              <TextBody intro={shown.intro} sections={shown.sections} />
            ) : (
              <p className="text-muted">{looking.pending ? 'Un instant…' : 'Pas d’aperçu.'}</p>
            )}
          </div>
        </TabPanel>
        <TabPanel value="changes">
          <Changes before={newest.body} after={body} />
        </TabPanel>
        <TabPanel value="versions">
          <Versions versions={text.versions} onTake={mayWrite ? take : null} />
        </TabPanel>
        {house && (
          <TabPanel value="house">
            <Changes before={newest.body} after={house.body} />
            {mayWrite && (
              <Button className="mt-5" onClick={() => take(house)}>
                Repartir du texte livré
              </Button>
            )}
          </TabPanel>
        )}
      </Tabs>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title="Publier cette version ?"
        cost={
          slug === 'cgu'
            ? 'Chaque personne inscrite sera invitée à l’accepter à sa prochaine visite.'
            : 'Les versions d’avant restent gardées. Une version publiée ne change plus.'
        }
        confirmLabel="Publier"
        {...DECISION}
        onConfirm={async (reason) => {
          await publishing.run({ slug, baseVersion: newest.version, effectiveAt: startOf(date), reason });
        }}
      >
        <Field label="En vigueur à partir du" hint="À 0 h, heure de Paris. Vide : tout de suite." optional>
          <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </section>
  );
}

const startOf = (date: string): string | null =>
  date === '' ? null : formatInstant(startOfDay(ZONE, epochDayOf(parseLocalDate(date))));

/** Shows the removed and added lines, with a word for those who do not see the colours. */
export function Changes({ before, after }: { before: string; after: string }) {
  if (before === after)
    return <EmptyState title="Aucune différence" description="Le texte est celui de la dernière version." />;
  return (
    <div className="grid gap-1 pt-5 text-small leading-relaxed">
      {changesOf(before, after).map((change, index) =>
        change.kind === 'same' ? (
          <p key={index} className="px-3 text-muted">
            … {plural(change.lines, 'ligne inchangée', 'lignes inchangées')}
          </p>
        ) : (
          <div
            key={index}
            className={classNames(
              'rounded-sm border-l-2 px-3 py-1 whitespace-pre-wrap',
              change.kind === 'added' ? 'border-settled bg-raised' : 'border-live text-muted line-through',
            )}
          >
            <span className="sr-only">{change.kind === 'added' ? 'Ajouté :' : 'Retiré :'} </span>
            {change.text}
          </div>
        ),
      )}
    </div>
  );
}

interface VersionsProps {
  versions: readonly TextVersion[];
  /** Begins a draft with that version's text; null for who may not write. */
  onTake: ((version: TextVersion) => void) | null;
}

const Versions = ({ versions, onTake }: VersionsProps) => (
  <ul className="grid pt-2">
    {versions.map((version) => (
      <li
        key={version.version}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
      >
        <div className="grid min-w-0 gap-0.5">
          <span className="font-medium">
            N° {version.version}, en vigueur{' '}
            {formatDateTime(version.effective_at, ZONE, { weekday: false, year: true })}
          </span>
          <span className="text-small text-muted">
            {version.reason}&nbsp;· {version.created_by_name ?? 'Loge'}
          </span>
        </div>
        {onTake && (
          <Button size="sm" onClick={() => onTake(version)}>
            Repartir de ce texte
            <span className="sr-only"> (version {version.version})</span>
          </Button>
        )}
      </li>
    ))}
    <li className="pt-3 text-small">
      <TextLink to={`/${versions[0]?.slug ?? ''}`}>Voir la page</TextLink>
    </li>
  </ul>
);
