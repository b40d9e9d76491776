import { useEffect, useRef, useState } from 'react';

/** The canvas of OBS, for which an overlay is made. */
const WIDTH = 1920;
const HEIGHT = 1080;

/** The overlay as it is on the stream at this moment, as wide as there is room. */
export function OverlayPreview({ url }: { url: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? 0) / WIDTH));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      className="relative aspect-video w-full overflow-hidden rounded-lg border border-line-strong bg-raised"
    >
      {scale > 0 && (
        <iframe
          title="Aperçu de l’overlay"
          src={url}
          width={WIDTH}
          height={HEIGHT}
          className="absolute top-0 left-0 origin-top-left border-0"
          style={{ transform: `scale(${String(scale)})` }}
        />
      )}
    </div>
  );
}
