/** The values that the server writes into the script. */
export interface EmbedData {
  origin: string;
}

/**
 * `/embed.js`, sent as the text of this function: it uses nothing that stands outside of it. It
 * puts a button or the booker where its own element stands. It keeps nothing in the browser, and
 * asks Loge for nothing more than what is seen.
 */
export function embedScript(data: EmbedData): void {
  const self = document.currentScript;
  if (!(self instanceof HTMLScriptElement)) return;
  const handle = self.dataset.loge ?? '';
  if (!/^[a-z0-9-]{3,40}$/.test(handle)) {
    console.error('Loge : data-loge doit être le nom de votre page, comme dans son adresse.');
    return;
  }
  const make = <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    style: string,
    props: Partial<HTMLElementTagNameMap[Tag]>,
  ) => {
    const element = Object.assign(document.createElement(tag), props);
    element.style.cssText = style;
    return element;
  };
  /** The frame, as high as what it shows; until it has said so, a link that leads to Loge instead. */
  const booker = () => {
    const box = make('div', 'max-width:100%', {});
    const frame = make('iframe', 'display:block;width:100%;height:0;border:0;color-scheme:dark', {
      src: `${data.origin}/embed/${handle}`,
      title: 'Réserver sur Loge',
      referrerPolicy: 'strict-origin',
    });
    const link = make('a', '', {
      href: `${data.origin}/s/${handle}`,
      target: '_blank',
      rel: 'noopener',
      textContent: 'Réserver sur Loge',
    });
    addEventListener('message', ({ source, origin, data: said }) => {
      if (source !== frame.contentWindow || origin !== data.origin) return;
      const height = Number(said?.logeHeight);
      if (!(height > 0 && height < 10_000)) return;
      frame.style.height = `${height}px`;
      link.remove();
    });
    box.append(frame, link);
    return box;
  };
  if (self.dataset.mode !== 'button') {
    self.after(booker());
    return;
  }
  const button = make(
    'button',
    'font:600 16px/1.2 system-ui,sans-serif;padding:14px 24px;border:0;border-radius:999px;background:#fcbe54;color:#251304;cursor:pointer',
    { type: 'button', textContent: self.dataset.label ?? 'Réserver une session' },
  );
  const open = () => {
    const dialog = make(
      'dialog',
      'width:min(34rem,94vw);max-height:90vh;padding:16px;border:1px solid #4f444b;border-radius:18px;background:#120b0f;color:#f8f3eb',
      { ariaLabel: 'Réserver sur Loge' },
    );
    const close = make(
      'button',
      'float:right;font:600 15px system-ui,sans-serif;padding:10px 16px;border:1px solid #4f444b;border-radius:999px;background:none;color:inherit;cursor:pointer',
      { type: 'button', textContent: 'Fermer' },
    );
    close.addEventListener('click', () => dialog.close());
    dialog.append(close, booker());
    document.body.append(dialog);
    return dialog;
  };
  let opened: HTMLDialogElement | undefined;
  button.addEventListener('click', () => {
    opened ??= open();
    opened.showModal();
  });
  self.after(button);
}
