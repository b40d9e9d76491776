import { ForStreamers } from '#web/pages/home/for-streamers.tsx';
import { FreeToday } from '#web/pages/home/free-today.tsx';
import { Guarantee } from '#web/pages/home/guarantee.tsx';
import { Hero } from '#web/pages/home/hero.tsx';
import { Steps } from '#web/pages/home/steps.tsx';
import '#web/pages/home/home.css';

/** `/`. It reads nothing from the network, so it needs neither the client nor the query cache. */
export function Component() {
  return (
    <>
      <Hero />
      <Steps />
      <FreeToday />
      <Guarantee />
      <ForStreamers />
    </>
  );
}
