import { CatalogueSection } from '#web/features/admin/content/catalogue-section.tsx';
import { HomeSection } from '#web/features/admin/content/home-section.tsx';
import { MailsSection } from '#web/features/admin/content/mails-section.tsx';
import { Texts } from '#web/features/admin/content/texts.tsx';
import { UnfoundSearches } from '#web/features/admin/content/unfound-searches.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { MarketView } from '#web/features/discovery/market.tsx';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const TABS = [
  { value: 'texts', label: 'Textes' },
  { value: 'mails', label: 'E-mails' },
  { value: 'home', label: 'Accueil' },
  { value: 'categories', label: 'Catégories' },
  { value: 'languages', label: 'Langues' },
  { value: 'searches', label: 'Recherches sans résultat' },
];

/** Of those, how many the whole team has; the others are for who may do all. */
const FOR_ALL = 2;

/**
 * `/admin-dashboard/content`: what visitors read and choose among, whom they see first, and what
 * they looked for in vain.
 */
export function Component() {
  const { params, change } = useAddress();
  const ofAll = useDuty();
  const tabs = ofAll ? TABS : TABS.slice(0, FOR_ALL);
  const wanted = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'texts';
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : 'texts';
  return (
    <>
      <PageHeader
        title="Contenu"
        description="Les textes que lisent les visiteurs, les e-mails qu’ils reçoivent, ce qu’ils voient d’abord, ce qu’ils choisissent dans les listes, et ce qu’ils ont cherché en vain."
      />
      <Tabs
        label="Contenu"
        items={tabs}
        value={tab}
        // The filters of one tab do not apply to another.
        onValueChange={(next) =>
          change({
            ...Object.fromEntries([...params.keys()].map((name) => [name, null])),
            tab: next === 'texts' ? null : next,
          })
        }
      >
        <TabPanel value="texts">
          <Texts wanted={params.get('text')} />
        </TabPanel>
        <TabPanel value="mails">
          <MailsSection />
        </TabPanel>
        <TabPanel value="home">
          <HomeSection
            preview={(home) => <MarketView data={home} viewerId={null} zone={TEAM_ZONE} whole />}
          />
        </TabPanel>
        <TabPanel value="categories">
          <CatalogueSection list="categories" />
        </TabPanel>
        <TabPanel value="languages">
          <CatalogueSection list="languages" />
        </TabPanel>
        <TabPanel value="searches">
          <UnfoundSearches />
        </TabPanel>
      </Tabs>
    </>
  );
}
