import { useNavigate } from 'react-router';
import { formatMoney } from '#web/lib/format.ts';
import { PLACE_CENTS } from '#web/pages/home/figures.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Spotlight } from '#web/ui/spotlight.tsx';
import { Ticket } from '#web/ui/ticket.tsx';

/** The promise, the search, and what one gets: a ticket. */
export function Hero() {
  const navigate = useNavigate();
  const search = (text: string) =>
    navigate(text === '' ? '/browse' : `/browse?q=${encodeURIComponent(text)}`);
  return (
    <section className="wrap relative grid items-center gap-14 pt-10 pb-16 lg:grid-cols-[1.12fr_.88fr] lg:gap-16 lg:pt-16 lg:pb-24">
      <Spotlight className="-top-36 -right-[10%] -left-[10%] h-[760px] lg:left-[40%]" />
      <div className="relative">
        <h1 className="text-hero">
          Quittez le chat.
          <br />
          Prenez place.
        </h1>
        <p className="mt-5 mb-8 max-w-[31em] text-lead text-soft">
          Une heure en tête à tête avec le streamer que vous suivez : jouer, apprendre, faire relire votre
          partie. Vous choisissez l’heure, la place est à vous.
        </p>
        <SearchInput
          label="Rechercher un streamer"
          placeholder="Un jeu, une langue, un nom…"
          onSearch={search}
          button={
            <Button type="submit" tone="spot" className="max-sm:px-4">
              <span className="sm:hidden">Chercher</span>
              <span className="max-sm:hidden">Voir qui est libre</span>
            </Button>
          }
          className="max-w-[540px]"
        />
      </div>
      <ExampleTicket />
    </section>
  );
}

/**
 * A ticket as one would hold it. It says that it is an example, is not read out, and is written out
 * as it stands: the first use of a time zone costs a slow phone a fifth of a second.
 */
function ExampleTicket() {
  return (
    <div aria-hidden="true" className="relative isolate w-full max-w-[520px] lg:ml-auto">
      <p className="mb-3 text-kicker text-muted">Exemple de billet</p>
      <Ticket
        offer="Partie commentée · 60 min · visio"
        date="Jeudi 12 mars"
        time="18 h 30"
        zones="Paris · 13 h 30 à Montréal"
        person={{
          name: 'Votre streamer',
          avatarUrl: '/avatars/streamer.svg',
          note: 'Celui ou celle que vous regardez déjà',
        }}
        state={{ tone: 'settled', label: 'Confirmé' }}
        price={formatMoney(PLACE_CENTS)}
      />
      <div className="ticket-beneath" />
    </div>
  );
}
