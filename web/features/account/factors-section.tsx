import type { Factor } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EnrolFactor } from '#web/entities/factor/enrol-factor.tsx';
import {
  factorKey,
  factorsQuery,
  passkeysQuery,
  recoveryCodesQuery,
  rememberPasskey,
} from '#web/entities/factor/queries.ts';
import { withoutOtherMeans } from '#web/lib/auth-error.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { isBelowAal2, withFactor } from '#web/lib/second-factor.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type AccountSectionProps, eventsQuery, sessionsQuery } from './queries.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Runs an action on the person's factors: it calls the auth service, then reads the lists again; a
 * refusal is told in words.
 */
function useProtection({ account, explain }: AccountSectionProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: factorKey(account.id) }),
      // The first factor, and each time it is shown, end the sessions that did not show it.
      queries.invalidateQueries({ queryKey: sessionsQuery(account.id).queryKey }),
      queries.invalidateQueries({ queryKey: eventsQuery(account.id).queryKey }),
    ]);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await withFactor(work, isBelowAal2);
      await refresh();
    } catch (error) {
      setFailure(withoutOtherMeans((await explain(error)).text));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, attempt, refresh };
}

const KINDS: Partial<Record<Factor['factor_type'], string>> = {
  webauthn: 'Clé de sécurité, ajoutée',
  phone: 'SMS, ajouté',
};

/**
 * Second factors: what is asked for after the password, and the codes for the day on which it is
 * lost.
 */
export function FactorsSection(props: AccountSectionProps) {
  const { account, explain } = props;
  const factors = useQuery(factorsQuery(account.id));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Factor | null>(null);
  const { failure, attempt, refresh } = useProtection(props);
  const proven = factors.data?.filter(({ factor_type }) => factor_type !== 'recovery_code') ?? [];
  const remove = (factor: Factor) =>
    attempt(async () => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.mfa.unenroll({ factorId: factor.id });
      if (error) throw error;
      // The token says what it said until it is renewed.
      await supabase.auth.refreshSession();
      toast({ title: 'Second facteur retiré' });
    });
  return (
    <SettingsSection
      title="Second facteur"
      description="Un code de votre téléphone ou une clé de sécurité, après le mot de passe. Sans lui, personne n’entre avec votre seul mot de passe."
    >
      {failure && <FormError>{failure}</FormError>}
      <Rows
        label="Seconds facteurs"
        query={factors}
        rows={proven.map((factor) => (
          <Row
            key={factor.id}
            icon={factor.factor_type === 'webauthn' ? <KeyRound /> : <Smartphone />}
            name={factor.friendly_name || 'Sans nom'}
            detail={`${KINDS[factor.factor_type] ?? 'Application, ajoutée'} le ${formatDateTime(factor.created_at, zone, { weekday: false })}`}
            action="Retirer"
            onAct={() => setLeaving(factor)}
          />
        ))}
        empty="Aucun second facteur : votre mot de passe suffit pour entrer."
      />
      <Button className="justify-self-start" onClick={() => setAdding(true)}>
        Ajouter un second facteur
      </Button>
      {proven.length > 0 && <RecoveryCodes {...props} />}
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title="Ajouter un second facteur"
        description="Vos autres appareils seront déconnectés."
      >
        <EnrolFactor
          explain={explain}
          onDone={async () => {
            setAdding(false);
            await refresh();
            toast({
              title: 'Second facteur activé',
              description: 'Il sera demandé à la prochaine connexion.',
            });
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title="Retirer ce second facteur ?"
        description={
          proven.length > 1
            ? 'Les autres restent demandés à la connexion.'
            : 'Votre mot de passe suffira de nouveau pour entrer, et vos codes de secours ne serviront plus.'
        }
        confirmLabel="Retirer"
        onConfirm={async () => {
          if (leaving) await remove(leaving);
        }}
      />
    </SettingsSection>
  );
}

/** Ten codes, shown once: for the day on which the telephone is lost. */
function RecoveryCodes(props: AccountSectionProps) {
  const codes = useQuery(recoveryCodesQuery(props.account.id));
  const { busy, failure, attempt } = useProtection(props);
  const [made, setMade] = useState<readonly string[] | null>(null);
  const left = codes.data ?? null;
  const make = () =>
    attempt(async () => {
      const { supabase } = await loadClient();
      const { recoveryCodes } = supabase.auth.mfa;
      const { data, error } =
        left === null ? await recoveryCodes.generate() : await recoveryCodes.regenerate();
      if (error) throw error;
      setMade(data.codes);
    });
  const text = (made ?? []).map((code) => code.match(/.{4}/g)?.join('-') ?? code);
  const copy = async () => {
    await navigator.clipboard.writeText(text.join('\n'));
    toast({ title: 'Codes copiés' });
  };
  return (
    <div className="grid gap-4 rounded-lg border border-line px-4 py-4">
      {failure && <FormError>{failure}</FormError>}
      <div className="grid gap-1">
        <b className="font-medium">Codes de secours</b>
        <p className="text-small text-soft">
          {left === null
            ? 'Dix codes à garder hors de votre téléphone, pour entrer le jour où vous ne l’avez plus.'
            : left === 0
              ? 'Tous vos codes ont servi. Créez-en de nouveaux.'
              : `Il vous en reste ${left} sur dix. Chacun ne sert qu’une fois.`}
        </p>
      </div>
      <Button
        size="sm"
        className="justify-self-start"
        loading={busy}
        disabled={codes.isPending}
        onClick={make}
      >
        {left === null ? 'Créer mes codes de secours' : 'Remplacer mes codes'}
      </Button>
      <Dialog
        open={made !== null}
        onOpenChange={(open) => !open && setMade(null)}
        title="Vos codes de secours"
        description="Gardez-les en lieu sûr : ils ne seront plus affichés. Les anciens ne servent plus."
        footer={
          <>
            <Button onClick={() => void copy()}>Copier</Button>
            <Button tone="spot" onClick={() => setMade(null)}>
              Je les ai gardés
            </Button>
          </>
        }
      >
        <ul aria-label="Codes de secours" className="grid gap-2 sm:grid-cols-2">
          {text.map((code) => (
            <li key={code} className="num rounded-md bg-wash px-3 py-2.5 text-center">
              {code}
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

/** Passkeys: signing in with the telephone's or the computer's own lock instead of a password. */
export function PasskeysSection(props: AccountSectionProps) {
  const { account } = props;
  const passkeys = useQuery(passkeysQuery(account.id));
  const { busy, failure, attempt } = useProtection(props);
  const add = () =>
    attempt(async () => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.registerPasskey();
      if (error) throw error;
      rememberPasskey();
      toast({ title: 'Clé d’accès ajoutée' });
    });
  const remove = (passkeyId: string) =>
    attempt(async () => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.passkey.delete({ passkeyId });
      if (error) throw error;
      toast({ title: 'Clé d’accès retirée' });
    });
  return (
    <SettingsSection
      title="Clés d’accès"
      description="Connectez-vous avec l’empreinte, le visage ou le code de votre appareil, sans mot de passe."
    >
      {failure && <FormError>{failure}</FormError>}
      <Rows
        label="Clés d’accès"
        query={passkeys}
        rows={(passkeys.data ?? []).map((key) => (
          <Row
            key={key.id}
            icon={<KeyRound />}
            name={key.friendly_name === 'Passkey' ? 'Clé d’accès' : (key.friendly_name ?? 'Clé d’accès')}
            detail={
              key.last_used_at
                ? `Utilisée le ${formatDateTime(key.last_used_at, zone, { weekday: false })}`
                : `Ajoutée le ${formatDateTime(key.created_at, zone, { weekday: false })}`
            }
            action="Retirer"
            onAct={() => void remove(key.id)}
          />
        ))}
        empty="Aucune clé d’accès pour l’instant."
      />
      <Button className="justify-self-start" loading={busy} onClick={add}>
        Ajouter une clé d’accès
      </Button>
    </SettingsSection>
  );
}

interface RowsProps {
  label: string;
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
  rows: ReactNode[];
  empty: string;
}

function Rows({ label, query, rows, empty }: RowsProps) {
  if (query.isError)
    return (
      <ErrorState
        title="Cette liste n’a pas pu être chargée"
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (query.isPending)
    return (
      <p aria-busy="true" className="flex min-h-6 items-center">
        <Skeleton className="h-4 w-64" />
      </p>
    );
  if (rows.length === 0) return <p className="min-h-6 text-small text-muted">{empty}</p>;
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {rows}
    </ul>
  );
}

interface RowProps {
  icon: ReactNode;
  name: string;
  detail: string;
  action: string;
  onAct: () => void;
}

function Row({ icon, name, detail, action, onAct }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-full bg-wash text-soft [&_svg]:size-5"
      >
        {icon}
      </span>
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="num text-small text-muted">{detail}</span>
      </div>
      <Button size="sm" aria-label={`${action} ${name}`} onClick={onAct}>
        {action}
      </Button>
    </li>
  );
}
