import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';
import { type Column, type Sort, Table } from '#web/ui/table.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Showcase, Specimen } from './showcase.tsx';

interface Payment {
  id: string;
  who: string;
  date: string;
  state: { tone: StateTone; label: string };
  cents: number;
}
const payments: readonly Payment[] = [
  {
    id: '1',
    who: 'Exemple Un',
    date: '12 mars, 18 h 02',
    state: { tone: 'settled', label: 'Encaissé' },
    cents: 4500,
  },
  {
    id: '2',
    who: 'Exemple Deux',
    date: '12 mars, 17 h 40',
    state: { tone: 'spot', label: 'Autorisé' },
    cents: 1800,
  },
  {
    id: '3',
    who: 'Exemple Trois',
    date: '11 mars, 9 h',
    state: { tone: 'neutral', label: 'Remboursé' },
    cents: 4000,
  },
  {
    id: '4',
    who: 'Exemple Quatre',
    date: '10 mars, 21 h',
    state: { tone: 'live', label: 'Litige' },
    cents: 3200,
  },
];
const columns: readonly Column<Payment>[] = [
  { key: 'who', header: 'Viewer', cell: (row) => row.who, heading: true, sortable: true },
  { key: 'date', header: 'Date', cell: (row) => row.date, sortable: true },
  {
    key: 'state',
    header: 'Statut',
    cell: (row) => <StateDot tone={row.state.tone}>{row.state.label}</StateDot>,
  },
  { key: 'cents', header: 'Montant', cell: (row) => formatMoney(row.cents), align: 'end' },
];
const views = [
  { value: 'full', label: 'Pleine', count: payments.length },
  { value: 'loading', label: 'En chargement' },
  { value: 'empty', label: 'Vide' },
];

/** Lists, figures and states. */
export function ShowData() {
  const [sort, setSort] = useState<Sort>();
  const [view, setView] = useState('full');
  const rowKey = (row: Payment) => row.id;
  return (
    <Showcase title="Données">
      <Specimen name="Avatar">
        <Avatar name="Maëlle Nocturne" size="xl" />
        <Avatar name="Théo Brume" size="lg" />
        <Avatar name="Inès Solaire" />
        <Avatar name="Yanis Roc" size="sm" />
        <Avatar name="Viewer Test" src="/avatars/viewer.svg" labelled />
        <Avatar name="Image Cassée" src="/absent.png" labelled />
      </Specimen>
      <Specimen name="StateDot et Badge">
        {payments.map(({ id, state }) => (
          <StateDot key={id} tone={state.tone}>
            {state.label}
          </StateDot>
        ))}
        {payments.map(({ id, state }) => (
          <Badge key={id} tone={state.tone}>
            {state.label}
          </Badge>
        ))}
      </Specimen>
      <StatRow
        stats={[
          { label: 'Volume', value: formatMoney(1824000), note: '30 jours' },
          { label: 'Fonds retenus', value: formatMoney(431000), note: '92 sessions à solder' },
          { label: 'Remboursé', value: '2,1 %', note: formatMoney(38300) },
          { label: 'Grand livre', value: formatMoney(0), note: 'équilibré', tone: 'settled' },
        ]}
      />
      <Tabs label="États de la liste" items={views} value={view} onValueChange={setView}>
        <TabPanel value="full">
          <Card padded={false}>
            <Table
              caption="Paiements"
              columns={columns}
              rows={payments}
              rowKey={rowKey}
              sort={sort}
              onSort={setSort}
            />
          </Card>
          <div className="mt-4">
            <Pagination
              page={2}
              pageCount={7}
              hrefFor={(page) => `?page=${String(page)}`}
              summary="21 à 40 sur 134"
            />
          </div>
        </TabPanel>
        <TabPanel value="loading">
          <Card padded={false}>
            <Table caption="Paiements" columns={columns} rows={[]} rowKey={rowKey} loadingRows={4} />
          </Card>
        </TabPanel>
        <TabPanel value="empty">
          <Card padded={false}>
            <Table
              caption="Paiements"
              columns={columns}
              rows={[]}
              rowKey={rowKey}
              empty={
                <EmptyState
                  icon={<CalendarDays />}
                  title="Vos paiements seront ici"
                  description="Le premier apparaît dès qu’une place est réservée."
                  action={<Button>Ouvrir des heures</Button>}
                />
              }
            />
          </Card>
        </TabPanel>
      </Tabs>
    </Showcase>
  );
}
