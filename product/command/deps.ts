import type { Viewings } from '#platform/auth/viewings.ts';
import type { Operator } from '#product/shared/operator.ts';
import type { IdentitySeal } from '#server/integrations/identity/identity-seal.ts';
import type { MediaEngines } from '#server/integrations/media/media-engine.ts';
import type { PaymentProvider } from '#server/integrations/payments/provider.ts';
import type { YouTube } from '#server/integrations/youtube/youtube.ts';

/** The dependencies that a few commands need from outside the database; the others need nothing. */
export interface ProductDeps {
  /** Whether a password fits a stored hash; the same check as auth's at sign-in. */
  verifyPassword: (hash: string, password: string) => Promise<boolean>;
  /** Opens somebody's pages to one of the team, for reading. */
  viewings: Viewings;
  /** Moves the money. */
  payments: PaymentProvider;
  /** Carries picture and sound between the people of a room. */
  media: MediaEngines;
  /** Names the channel of a token; null where it is not set up. */
  youtube: YouTube | null;
  /** Seals the fiscal identities of sellers. */
  seal: IdentitySeal;
  /** Whether a virus scanner looks at files before others see them. */
  scansFiles: boolean;
  /** The operator of this Loge. */
  operator: Operator;
  /** The origin of the page, without a trailing slash, for addresses that are sent out. */
  siteUrl: () => string;
  /** Runs a task of the server now instead of when it is due (server/jobs/registry.ts). */
  kick: (task: string) => void;
}
