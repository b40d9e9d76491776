import { MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { useLive } from '#web/lib/use-live.ts';

/** Keeps an admin's list true while it is open, whoever changes what it shows. */
export function useLiveMarketplace(...tables: string[]): void {
  useLive(
    tables.map((table) => ({ table })),
    MARKETPLACE_KEY,
  );
}
