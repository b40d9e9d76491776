import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type listMails, previewMail, testMail } from '#product/content/mails-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { ADMIN_KEY, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

/** A kind of mail, as the list has it. */
export type Mail = ResponseOf<typeof listMails>['mails'][number];
type Preview = ResponseOf<typeof previewMail>;

const previewQuery = (kind: string, sample: number | null) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'mail', kind, sample],
    placeholderData: keepPreviousData,
    // Each look at a real one is in the log: a tab that comes back to the front is none.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => callCommand(previewMail, { kind, sample }),
  });

/** In the address, in the place of an example’s number: the last one that was sent. */
const LAST = 'dernier';

/** Why it is an example. */
const CAUSES: Readonly<Record<NonNullable<Preview['example']>, string>> = {
  asked: 'Un exemple, avec des personnes et des montants inventés.',
  secret: 'Un exemple : le vrai contient un lien ou un code secret, que personne d’autre ne doit lire.',
  role: 'Un exemple : votre rôle ne voit pas les personnes dont parle le vrai.',
  none: 'Un exemple : aucun e-mail de ce genre n’est gardé avec ses données.',
};

/** A mail as it leaves, with an example or as the last one was, and a test of it to oneself. */
export function MailView({ mail }: { mail: Mail }) {
  const { params, change } = useAddress();
  // A real one is looked at by choice, as the log has it.
  const isReal = params.get('example') === LAST;
  const asked = Number(params.get('example') ?? Number.NaN);
  const sample = isReal
    ? null
    : Number.isInteger(asked) && asked >= 1 && asked <= mail.samples
      ? asked - 1
      : 0;
  const preview = useQuery(previewQuery(mail.kind, sample));
  const testing = useCommand(testMail, {
    done: ({ to }) => ({ title: 'Essai envoyé', description: `À ${to}, et à personne d’autre.` }),
    failed: 'L’essai n’est pas parti',
  });
  const examples = Array.from({ length: mail.samples }, (_, index) => ({
    value: String(index + 1),
    label: mail.samples === 1 ? 'Un exemple' : `Exemple ${String(index + 1)}`,
  }));
  return (
    <section aria-label="Aperçu" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-xs">
          <Field label="Avec les données">
            <Select
              value={sample === null ? LAST : String(sample + 1)}
              options={[...examples, { value: LAST, label: 'Du dernier envoyé' }]}
              onChange={({ target }) => change({ example: target.value })}
            />
          </Field>
        </div>
        <Button
          loading={testing.pending}
          onClick={() => testing.press({ kind: mail.kind, sample: sample ?? 0 })}
        >
          <Send aria-hidden="true" />
          M’envoyer un essai
        </Button>
      </div>
      <p className="text-small text-muted">
        {plural(mail.written, 'écrit', 'écrits')} en trente jours
        {mail.last !== null &&
          `, le dernier le ${formatDateTime(mail.last, TEAM_ZONE, { weekday: false, year: true })}`}
        . L’essai part avec un exemple, à votre adresse seulement.
      </p>
      <Loaded query={preview} failed="L’aperçu n’a pas pu être chargé">
        {(shown) => <Letter shown={shown} />}
      </Loaded>
    </section>
  );
}

function Letter({ shown }: { shown: Preview }) {
  return (
    <>
      <p role="status" className="border-l-2 border-line-strong pl-3 text-small text-soft">
        {shown.example === null
          ? `Le vrai, écrit le ${formatDateTime(shown.writtenAt ?? '', TEAM_ZONE, { weekday: false, year: true })}. Ce qu’il dit d’une personne reste ici, et le journal garde que vous l’avez lu.`
          : CAUSES[shown.example]}
      </p>
      <h2 className="text-title wrap-anywhere">{shown.subject}</h2>
      <iframe
        title="L’e-mail tel qu’il s’affiche"
        srcDoc={shown.html}
        sandbox=""
        className="h-160 w-full rounded-xl border border-line bg-ground xl:h-[max(24rem,calc(100dvh-23rem))]"
      />
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-small text-muted">
          Sa version en texte seul
        </summary>
        <pre className="rounded-lg bg-stage p-4 text-small whitespace-pre-wrap text-soft wrap-anywhere">
          {shown.text}
        </pre>
      </details>
    </>
  );
}
