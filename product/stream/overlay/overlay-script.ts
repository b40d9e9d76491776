/** The values that the server writes into the document for the script. */
export interface OverlayData {
  events: string;
  alertSeconds: number;
}

/**
 * The script of an overlay, sent as the text of this function: it uses nothing that stands outside
 * of it. It shows what the server tells, and connects again by itself, however long the server was
 * away.
 */
export function overlayScript(data: OverlayData): void {
  type Place = { day: string; time: string; title: string };
  type Shown = {
    places: Place[];
    goal: { text: string; share: number } | null;
    nextSession: string | null;
  };
  const part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`);
  const textOf = (name: string, text: string) => {
    const element = document.querySelector<HTMLElement>(`[data-text="${name}"]`);
    if (element && element.textContent !== text) element.textContent = text;
  };
  const show = (name: string, wanted: boolean) => part(name)?.toggleAttribute('data-on', wanted);

  /** How far the server's clock is ahead of this one, in ms. */
  let ahead = 0;
  let nextSession: number | null = null;
  const two = (count: number) => String(count).padStart(2, '0');
  const count = () => {
    const left = nextSession === null ? -1 : Math.floor((nextSession - Date.now() - ahead) / 1_000);
    show('countdown', left >= 0);
    if (left < 0) return;
    const [hours, minutes] = [Math.floor(left / 3_600), Math.floor((left % 3_600) / 60)];
    textOf(
      'countdown',
      hours > 0 ? `${hours}\u202fh\u202f${two(minutes)}` : `${two(minutes)}:${two(left % 60)}`,
    );
  };
  setInterval(count, 1_000);

  const showAll = ({ places, goal, nextSession: next }: Shown) => {
    const list = document.querySelector('[data-list]');
    list?.replaceChildren(
      ...places.map(({ day, time, title }) => {
        const item = document.createElement('li');
        for (const [tag, text] of [
          ['b', `${day}, ${time}`],
          ['span', title],
        ] as const) {
          const line = document.createElement(tag);
          line.textContent = text;
          item.append(line);
        }
        return item;
      }),
    );
    part('none')?.toggleAttribute('hidden', places.length > 0);
    show('places', true);
    show('goal', goal !== null);
    if (goal) textOf('goal', goal.text);
    const bar = document.querySelector<HTMLElement>('[data-bar]');
    if (bar && goal) bar.style.transform = `scaleX(${goal.share})`;
    nextSession = next === null ? null : Date.parse(next);
    count();
  };

  const waiting: string[] = [];
  let alerting = false;
  const alertNext = () => {
    const text = waiting.shift();
    alerting = text !== undefined;
    if (text === undefined) return;
    textOf('alert', text);
    show('alerts', true);
    setTimeout(() => {
      show('alerts', false);
      setTimeout(alertNext, 600);
    }, data.alertSeconds * 1_000);
  };

  let tries = 0;
  let last = '';
  const connect = () => {
    const source = new EventSource(
      last === '' ? data.events : `${data.events}?since=${encodeURIComponent(last)}`,
    );
    const again = () => {
      source.close();
      tries += 1;
      setTimeout(connect, Math.min(30_000, 500 * 2 ** Math.min(tries, 6)) * (0.5 + Math.random()));
    };
    const on = (name: string, hear: (sent: string) => void) =>
      source.addEventListener(name, (event) => {
        tries = 0;
        last = event.lastEventId || last;
        hear(event.data);
      });
    on('shown', (sent) => {
      const { now, ...shown } = JSON.parse(sent) as Shown & { now: number };
      ahead = now - Date.now();
      showAll(shown);
    });
    on('alert', (sent) => {
      waiting.push(JSON.parse(sent).text);
      if (!alerting) alertNext();
    });
    // Another address, or no page any more: the server says in words what it is when it is loaded
    // anew.
    on('gone', () => {
      for (const name of ['places', 'goal', 'countdown', 'alerts']) show(name, false);
      nextSession = null;
      source.close();
      setTimeout(() => location.reload(), 30_000);
    });
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      again();
      if (!isRefused) return;
      // The address may have been renewed meanwhile: then the server says so in words. While it is
      // away, the next try asks again.
      fetch(location.href, { cache: 'no-store' }).then(
        ({ status }) => status === 404 && location.reload(),
        () => undefined,
      );
    };
  };
  connect();
}
