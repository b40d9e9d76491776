import { formatMoney, formatRate } from '#web/lib/format.ts';
import { STREAMER_SIGN_UP } from '#web/lib/paths.ts';
import { FEE_RATE, feeCents, PLACE_CENTS, streamerCents } from '#web/pages/home/figures.ts';
import { Card } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

/** For whoever streams: what they keep, to the cent, and how to begin. */
export function ForStreamers() {
  return (
    <section
      className="wrap grid items-center gap-10 py-10 lg:grid-cols-2 lg:gap-20 lg:py-16"
      aria-labelledby="for-streamers"
    >
      <div>
        <h2 id="for-streamers" className="text-heading">
          Vous streamez ? Gardez {formatRate(1 - FEE_RATE)}.
        </h2>
        <p className="mt-4 max-w-[52ch] text-soft">
          Votre prix, vos heures, votre fuseau. Vos temps de pause et votre préavis sont respectés, et
          personne ne réserve deux fois le même moment. Le versement part chaque semaine.
        </p>
        <ButtonLink to={STREAMER_SIGN_UP} className="mt-7">
          Proposer mes sessions
        </ButtonLink>
      </div>
      <Card className="num">
        <dl className="grid gap-3.5">
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Une place</dt>
            <dd>{formatMoney(PLACE_CENTS)}</dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-soft">Commission de {formatRate(FEE_RATE)}, paiement compris</dt>
            <dd className="whitespace-nowrap">{formatMoney(-feeCents)}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
            <dt className="font-semibold">Pour vous</dt>
            <dd className="display text-figure text-settled">{formatMoney(streamerCents)}</dd>
          </div>
        </dl>
        <p className="mt-4 text-kicker text-muted">Disponible 48 h après la session.</p>
      </Card>
    </section>
  );
}
