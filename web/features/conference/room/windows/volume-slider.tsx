interface VolumeSliderProps {
  name: string;
  /** 0 to 1. */
  volume: number;
  onVolume: (volume: number) => void;
}

/** How loud somebody is for oneself alone. */
export const VolumeSlider = ({ name, volume, onVolume }: VolumeSliderProps) => (
  <label className="grid gap-1 text-small font-medium text-soft">
    <span className="flex justify-between gap-4">
      Volume de {name}
      <span className="num text-ink">{Math.round(volume * 100)} %</span>
    </span>
    <input
      type="range"
      min={0}
      max={100}
      value={Math.round(volume * 100)}
      onChange={(event) => onVolume(Number(event.target.value) / 100)}
      className="h-11 w-full"
    />
  </label>
);
