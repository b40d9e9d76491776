import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { AccountSettings } from '#web/features/account/account-settings.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Preview } from '#web/features/discovery/preview.tsx';
import { PersonSettings } from '#web/features/sessions/person-settings.tsx';
import { PayoutsPanel } from '#web/features/streamer-settings/payouts-panel.tsx';
import { PublicPage, PublicPageSkeleton } from '#web/features/streamer-settings/publish-panel.tsx';
import { pageQuery, settingsKey } from '#web/features/streamer-settings/queries.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useLive } from '#web/lib/use-live.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

const TABS = [
  { value: 'page', label: 'Ma page' },
  { value: 'payouts', label: 'Versements' },
  { value: 'account', label: 'Compte' },
];

/** Offers were a tab of this page; mails and bookmarks still lead there. */
function offersAddress(params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  rest.delete('tab');
  return rest.size === 0 ? '/streamer-dashboard/offers' : `/streamer-dashboard/offers?${rest}`;
}

/**
 * `/streamer-dashboard/settings`: the page, the money's way, and the account, which is the same
 * whatever the role.
 */
export function Component() {
  const { state, store, signOut, explain } = useAuth();
  const { params, change } = useAddress();
  const userId = state.status === 'signed-in' ? state.user.id : null;
  const page = useQuery({ ...pageQuery(userId ?? ''), enabled: userId !== null });
  useLive([{ table: 'streamers', filter: `id=eq.${userId}` }], settingsKey(userId ?? ''), userId !== null);
  if (state.status !== 'signed-in') return null; // the guard around this page is already leading elsewhere
  if (params.get('tab') === 'offers') return <Navigate to={offersAddress(params)} replace />;
  const account = (
    <AccountSettings
      key={state.user.id}
      account={state.user}
      explain={explain}
      onProfileChanged={() => store.reload()}
      onSignOut={signOut}
    >
      {page.data !== null && <PersonSettings userId={state.user.id} side="streamer" />}
    </AccountSettings>
  );
  const asked = params.get('onboarding') ? 'payouts' : params.get('tab');
  // The mail about a deletion links here, so a person who is leaving sees the way back first.
  const first = page.data?.away_until === 'infinity' ? 'account' : 'page';
  const tab = TABS.find(({ value }) => value === asked)?.value ?? first;
  // An admin who looks in has an account here, and no page.
  const hasNone = page.data === null;
  return (
    <>
      <PageHeader
        title="Réglages"
        description={
          hasNone
            ? 'Votre compte, vos appareils et vos données.'
            : 'Votre page, vos versements et votre compte.'
        }
      />
      {hasNone ? (
        account
      ) : (
        <Tabs
          label="Réglages"
          items={TABS}
          value={tab}
          onValueChange={(next) => change({ tab: next, onboarding: null })}
        >
          <TabPanel value="page">
            {page.data ? (
              <PublicPage
                page={page.data}
                preview={(draft) => <Preview streamerId={state.user.id} page={draft} />}
              />
            ) : page.isError ? (
              <ErrorState
                title="Votre page n’a pas pu être chargée"
                onRetry={() => page.refetch()}
                retrying={page.isFetching}
              />
            ) : (
              <PublicPageSkeleton />
            )}
          </TabPanel>
          <TabPanel value="payouts">
            <PayoutsPanel userId={state.user.id} />
          </TabPanel>
          <TabPanel value="account">{account}</TabPanel>
        </Tabs>
      )}
    </>
  );
}
