/**
 * Whether a spreadsheet would take a cell that begins like this for a formula (OWASP, CSV
 * injection). Some take full-width, small and raised signs for the plain ones: the first is looked
 * at in Unicode's NFKC form.
 */
export const isFormula = (text: string): boolean =>
  /^[=+\-@\t\r\n\u2212]/.test(String.fromCodePoint(text.codePointAt(0) ?? 0).normalize('NFKC'));
