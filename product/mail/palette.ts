/**
 * The tokens of `web/ui/tokens.css` as hex: mail clients know neither oklch nor custom properties.
 */
export const palette = {
  ground: '#120b0f',
  stage: '#1b1218',
  raised: '#251b22',
  line: '#332a2f',
  lineStrong: '#4f444b',
  text: '#f8f3eb',
  soft: '#c7bbb2',
  muted: '#a3958e',
  spot: '#fcbe54',
  onSpot: '#251304',
  live: '#fd7277',
  settled: '#6fd3be',
} as const;

/** The page's two typefaces where the reader has them, else similar ones. */
export const font = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
export const display =
  "font-family:'Bricolage Grotesque','Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
