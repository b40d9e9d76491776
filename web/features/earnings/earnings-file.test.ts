import { expect, test } from 'vitest';
import { NOWHERE } from '#product/payments/rules/timeline.ts';
import { cents } from '#product/shared/money/cents.ts';
import { earningsCsv } from '#web/features/earnings/earnings-file.ts';

const seat = (viewerName: string | null, share: number) => ({
  bookingId: 'abcdef01-0000-4000-8000-000000000000',
  viewerName,
  extended: false,
  releaseDueAt: null,
  money: { ...NOWHERE, captured: cents(5_000), fee: cents(750), available: cents(share) },
});

test('a file opens in a French spreadsheet, and runs nothing there', () => {
  const csv = earningsCsv(
    [
      {
        sessionId: 'abcdef01-0000-4000-8000-000000000000',
        title: '=HYPERLINK("https://mal.example")',
        startAt: '2026-11-22T20:30:00.000Z',
        seats: [seat('Éloïse D.', 4_250), seat('@SUM(A1)', -125)],
      },
    ],
    'Europe/Paris',
  );
  expect(csv.startsWith('\uFEFF"Date";"Heure";"Session"')).toBe(true);
  const [, first, second] = csv.split('\r\n');
  expect(first).toContain(
    `"'=HYPERLINK(""https://mal.example"")";"ABCDEF01";"Éloïse D.";50,00;0,00;7,50;42,50;"Disponible"`,
  );
  expect(second).toContain(`"'@SUM(A1)";50,00;0,00;7,50;-1,25;"À compenser"`);
});
