/**
 * A reported thing as it was at one moment: what is shown is kept, since the thing itself may be
 * changed or deleted.
 */
export interface Evidence {
  /** The title of the evidence: « Avis de Camille M., 2 sur 5 ». */
  title: string;
  /** Its words; empty where there are none. */
  text: string;
  /** Addresses of the pictures that it showed; reports from before pictures were kept have none. */
  pictures?: string[];
  /** Addresses of its film and of the captions; reports from before there were films have none. */
  films?: string[];
  /** Whether the public, or the people of the session, can see it. */
  isShown: boolean;
  /** Of what belongs to a session: when it is, ISO 8601, and its status. */
  session: { startAt: string; status: string } | null;
  /** The presences in the room, ISO 8601; `leftAt` null: still there. */
  attendances: { side: string; joinedAt: string; leftAt: string | null }[];
  /** The payments for it, in euro cents. */
  payments: { state: string; capturedCents: number; refundedCents: number }[];
}
