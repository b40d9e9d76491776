import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { changeSettings } from '#product/administration/marketplace-contract.ts';
import { SETTING_LIMITS } from '#product/shared/settings.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { centsOf } from '#web/lib/euros.ts';
import { formatDateTime, formatMoney, formatRate } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';

const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_settings_versions')
    .select('version,fee_basis_points,pending_hours,payout_minimum_cents,created_at,created_by_name,reason');

/** A version of the settings: basis points, hours, cents. */
type Version = QueryData<ReturnType<typeof read>>[number];

export const versionsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'settings'],
  queryFn: async ({ signal }): Promise<Version[]> => {
    const { supabase } = await loadClient();
    const { data } = await read(supabase)
      .order('version', { ascending: false })
      .limit(50)
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});

/** The platform's terms, and every version there was. */
export function PlatformSettings() {
  const versions = useQuery(versionsQuery);
  const mayChange = useDuty();
  if (versions.isPending) return <Skeleton className="h-[32rem]" />;
  const [current] = versions.data ?? [];
  if (versions.isError || !current) {
    return (
      <ErrorState
        title="Les réglages n’ont pas pu être chargés"
        onRetry={() => versions.refetch()}
        retrying={versions.isFetching}
      />
    );
  }
  return (
    <section className="mb-10 grid gap-6" aria-labelledby="platform">
      <h2 id="platform" className="text-title">
        Conditions de la plateforme
      </h2>
      {mayChange && <SettingsForm key={current.version} current={current} />}
      <Card padded={false}>
        <Table
          caption="Versions des réglages"
          rows={versions.data}
          rowKey={({ version }) => String(version)}
          columns={[
            {
              key: 'version',
              header: 'Version',
              heading: true,
              cell: ({ version }) => `N° ${String(version)}`,
            },
            {
              key: 'fee',
              header: 'Commission',
              align: 'end',
              cell: ({ fee_basis_points }) => formatRate(fee_basis_points / 10_000),
            },
            {
              key: 'hours',
              header: 'Fonds retenus',
              align: 'end',
              cell: ({ pending_hours }) => `${String(pending_hours)} h`,
            },
            {
              key: 'payout',
              header: 'Versement minimal',
              align: 'end',
              cell: ({ payout_minimum_cents }) => formatMoney(payout_minimum_cents),
            },
            {
              key: 'at',
              header: 'Depuis',
              cell: ({ created_at }) =>
                formatDateTime(created_at, TEAM_ZONE, { weekday: false, month: 'short', year: true }),
            },
            { key: 'by', header: 'Par', cell: ({ created_by_name }) => created_by_name ?? 'Loge' },
            { key: 'reason', header: 'Motif', cell: ({ reason }) => reason },
          ]}
        />
      </Card>
    </section>
  );
}

const hoursOf = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null);

/** A field whose text `read` makes a number of, within the bounds of its setting. */
const setting = (
  read: (text: string) => number | null,
  { min, max }: { min: number; max: number },
  wrong: string,
) =>
  z.string().check(
    z.refine((text) => {
      const value = read(text);
      return value !== null && value >= min && value <= max;
    }, wrong),
  );

// A percentage with two decimals reads like euros with cents.
const schema = z.object({
  fee: setting(centsOf, SETTING_LIMITS.feeBasisPoints, 'De 0 à 30 %'),
  hours: setting(hoursOf, SETTING_LIMITS.pendingHours, 'De 0 à 720 heures'),
  payout: setting(centsOf, SETTING_LIMITS.leastPayoutCents, 'De 1 à 500 €'),
});

function SettingsForm({ current }: { current: Version }) {
  const publishing = useCommand(changeSettings, {
    changes: [ADMIN_KEY],
    done: 'Nouvelle version publiée',
  });
  const [asking, setAsking] = useState(false);
  const form = useSchemaForm(
    schema,
    {
      fee: String(current.fee_basis_points / 100).replace('.', ','),
      hours: String(current.pending_hours),
      payout: String(current.payout_minimum_cents / 100).replace('.', ','),
    },
    async () => setAsking(true),
    commandFailure,
  );
  const { fee, hours, payout } = form.watch();
  const feeBasisPoints = centsOf(fee);
  const pendingHours = hoursOf(hours);
  const leastPayoutCents = centsOf(payout);
  const changed =
    feeBasisPoints !== current.fee_basis_points ||
    pendingHours !== current.pending_hours ||
    leastPayoutCents !== current.payout_minimum_cents;
  return (
    <Card>
      <form onSubmit={form.submit} noValidate className="grid gap-5 sm:grid-cols-3">
        <Field label="Commission (%)" error={form.errors.fee?.message}>
          <Input {...form.register('fee')} inputMode="decimal" />
        </Field>
        <Field label="Fonds retenus (heures)" error={form.errors.hours?.message}>
          <Input {...form.register('hours')} inputMode="numeric" />
        </Field>
        <Field label="Versement minimal (€)" error={form.errors.payout?.message}>
          <Input {...form.register('payout')} inputMode="decimal" />
        </Field>
        <div className="sm:col-span-3">
          <Button type="submit" tone="spot" disabled={!changed}>
            Publier une nouvelle version
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title="Publier ces conditions ?"
        cost="Elles valent pour les réservations à venir. Celles déjà prises gardent les leurs."
        confirmLabel="Publier"
        {...DECISION}
        onConfirm={async (reason) => {
          if (feeBasisPoints === null || pendingHours === null || leastPayoutCents === null) return;
          await publishing.run({
            expectedVersion: current.version,
            feeBasisPoints,
            pendingHours,
            leastPayoutCents,
            reason,
          });
        }}
      >
        {feeBasisPoints !== null && pendingHours !== null && leastPayoutCents !== null && (
          <Changes
            lines={[
              {
                label: 'Commission',
                before: formatRate(current.fee_basis_points / 10_000),
                after: formatRate(feeBasisPoints / 10_000),
              },
              {
                label: 'Fonds retenus',
                before: `${String(current.pending_hours)} h`,
                after: `${String(pendingHours)} h`,
              },
              {
                label: 'Versement minimal',
                before: formatMoney(current.payout_minimum_cents),
                after: formatMoney(leastPayoutCents),
              },
            ]}
          />
        )}
      </ConfirmDialog>
    </Card>
  );
}

interface Change {
  label: string;
  before: string;
  after: string;
}

/** Compares the value in force with the new one; an unchanged value is said as such. */
function Changes({ lines }: { lines: readonly Change[] }) {
  return (
    <table className="num w-full text-small">
      <caption className="sr-only">Ce qui change</caption>
      <thead className="text-kicker text-muted">
        <tr>
          <th scope="col" className="sr-only">
            Condition
          </th>
          <th scope="col" className="py-1.5 text-end font-medium">
            En vigueur
          </th>
          <th scope="col" className="py-1.5 text-end font-medium">
            Nouvelle
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, before, after }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal text-soft">
              {label}
            </th>
            <td className="py-2 text-end">{before}</td>
            <td className={`py-2 text-end ${before === after ? 'text-muted' : 'font-semibold'}`}>
              {before === after ? 'inchangé' : after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
