/** Reads euros as a person types them (« 1 234,50 », « 12.5 ») as cents; null for anything else. */
export function centsOf(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f€]/g, '').replace(',', '.');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null;
  const [euros = '0', cents = ''] = plain.split('.');
  return Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}
