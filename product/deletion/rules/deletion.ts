/**
 * For so many days after asking for the deletion of their account, a person may change their mind
 * (product.md, RGPD).
 */
export const DELETION_GRACE_DAYS = 30;

const DAY = 86_400_000;

/** @returns the instant from which the account may be purged */
export const deletionDate = (askedAt: Date): Date => new Date(askedAt.getTime() + DELETION_GRACE_DAYS * DAY);
