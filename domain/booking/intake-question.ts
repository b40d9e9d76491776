/** What a streamer asks before a session, as it stands on an offer and, frozen, on a booking. */
export interface IntakeQuestion {
  id: string;
  label: string;
  required: boolean;
  /** A field of several lines. */
  long: boolean;
}
