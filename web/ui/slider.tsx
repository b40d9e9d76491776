import { type CSSProperties, useId } from 'react';
import '#web/ui/slider.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as it is read: « 45 € ». */
  text: string;
  onChange: (value: number) => void;
}

/** A number chosen by its place between two ends, with its value beside its name. */
export function Slider({ label, value, min, max, step = 1, text, onChange }: SliderProps) {
  const id = useId();
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <div className="num grid grid-cols-[1fr_auto] items-center gap-x-4">
      <label htmlFor={id} className="text-small text-soft">
        {label}
      </label>
      <output htmlFor={id} className="text-right font-semibold whitespace-nowrap" aria-hidden="true">
        {text}
      </output>
      <input
        id={id}
        type="range"
        className="slider col-span-2"
        style={{ '--filled': `${String(filled)}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
