import { ForStreamers } from '#web/pages/home/for-streamers.tsx';
import { Guarantee } from '#web/pages/home/guarantee.tsx';
import { Hero } from '#web/pages/home/hero.tsx';
import { MarketPlace } from '#web/pages/home/market-place.tsx';
import { Steps } from '#web/pages/home/steps.tsx';
import '#web/pages/home/home.css';

/** `/`. The first screen reads nothing from the network; who is free comes a moment later. */
export function Component() {
  return (
    <>
      <Hero />
      <MarketPlace />
      <Steps />
      <Guarantee />
      <ForStreamers />
    </>
  );
}
