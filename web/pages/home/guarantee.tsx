import { formatMoney } from '#web/lib/format.ts';
import { PLACE_CENTS, refundCents, standardPolicy } from '#web/pages/home/figures.ts';
import { classNames } from '#web/ui/class-names.ts';

const looks = ['guarantee-all', 'guarantee-half', 'guarantee-none'];

/** What comes back when plans change, in euros and hours, drawn along the time that is left. */
export function Guarantee() {
  return (
    <section className="wrap py-10 lg:py-14" aria-labelledby="guarantee">
      <div className="mb-7 grid gap-3">
        <h2 id="guarantee" className="text-heading">
          Si vous changez d’avis
        </h2>
        <p className="max-w-[60ch] text-soft">
          Pour une place à {formatMoney(PLACE_CENTS)}, voici ce qui vous est rendu. Avant de payer, vous lisez
          toujours le montant et l’heure exacte.
        </p>
      </div>
      <ol className="guarantee num">
        {standardPolicy.map(({ when, refund }, index) => (
          <li key={when} className={classNames('guarantee-part', looks[index])}>
            <span className="guarantee-bar" aria-hidden="true" />
            <span className="text-small text-soft">{when}</span>
            <span className="display text-figure">
              {refund === 0 ? 'Rien' : formatMoney(refundCents(refund))}
              <span className="sr-only"> rendus</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-7 max-w-[68ch] border-l-2 border-settled pl-4 text-soft">
        Le streamer annule, ou ne vient pas : <b className="num text-ink">{formatMoney(PLACE_CENTS)}</b>{' '}
        rendus, frais compris, sans rien demander.
      </p>
      <p className="mt-4 text-kicker text-muted">
        C’est la règle Standard. Un streamer peut choisir plus souple ou plus strict ; c’est écrit sur son
        offre.
      </p>
    </section>
  );
}
