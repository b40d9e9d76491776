import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { searchZones, type ZoneOption, zoneOptions } from '#web/ui/zone-list.ts';

interface ZoneDialogProps {
  zone: string;
  onZone: (zone: string) => void;
  /** The moment whose offsets are shown; now when undefined. */
  at: number | undefined;
  title: string;
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** The window of `ZoneSelect`. */
export function ZoneDialog({ zone, onZone, at, title, open, setOpen }: ZoneDialogProps) {
  return (
    <Dialog open={open} onOpenChange={setOpen} size="sm" title={title}>
      <ZoneSearch
        zone={zone}
        at={at ?? Date.now()}
        onZone={(next) => {
          setOpen(false);
          onZone(next);
        }}
      />
    </Dialog>
  );
}

interface ZoneSearchProps {
  zone: string;
  at: number;
  onZone: (zone: string) => void;
}

/**
 * The search and its results (APG, combobox with a list box that stays open). Made when the window
 * opens: four hundred zones have a price.
 */
function ZoneSearch({ zone, at, onZone }: ZoneSearchProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [{ common, others }] = useState(() => zoneOptions(at, zone));
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(zone);
  const groups =
    search.trim() === ''
      ? [
          { name: 'Souvent choisis', options: common },
          { name: 'Tous les autres', options: others },
        ]
      : [{ name: null, options: searchZones([...common, ...others], search) }];
  const shown = groups.flatMap(({ options }) => options);
  const current = shown.some((option) => option.zone === active) ? active : (shown[0]?.zone ?? null);

  const move = (event: KeyboardEvent) => {
    const index = shown.findIndex((option) => option.zone === current);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current !== null) onZone(current);
      return;
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = shown[Math.min(shown.length - 1, Math.max(0, index + step))];
    if (!next) return;
    setActive(next.zone);
    list.current?.querySelector(`[data-zone="${next.zone}"]`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className="grid gap-3">
      <input
        type="search"
        role="combobox"
        aria-label="Ville ou pays"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={current === null ? undefined : `${id}${current}`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Montréal, Japon…"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={move}
        className={controlClass('min-h-12')}
      />
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label="Fuseaux horaires"
        tabIndex={-1}
        className="num h-[min(22rem,50dvh)] overflow-y-auto overscroll-contain"
      >
        {groups.map(({ name, options }) => (
          <ZoneGroup
            key={name}
            name={name}
            options={options}
            idOf={(option) => `${id}${option.zone}`}
            current={current}
            chosen={zone}
            onZone={onZone}
          />
        ))}
      </div>
      <p role="status" className={shown.length === 0 ? 'text-small text-soft' : 'sr-only'}>
        {shown.length === 0 ? 'Aucun fuseau à ce nom. Essayez une grande ville proche.' : ''}
      </p>
    </div>
  );
}

interface ZoneGroupProps {
  idOf: (option: ZoneOption) => string;
  name: string | null;
  options: readonly ZoneOption[];
  current: string | null;
  chosen: string;
  onZone: (zone: string) => void;
}

function ZoneGroup({ name, options, idOf, current, chosen, onZone }: ZoneGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset may not stand in a list box.
    <div role="group" aria-label={name ?? 'Résultats'}>
      {name && (
        <p aria-hidden="true" className="px-3 pt-3 pb-1 text-kicker text-muted">
          {name}
        </p>
      )}
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, which keeps the focus.
        <div
          key={option.zone}
          id={idOf(option)}
          role="option"
          tabIndex={-1}
          data-zone={option.zone}
          aria-selected={option.zone === chosen}
          onClick={() => onZone(option.zone)}
          className={classNames(
            'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 hover:bg-hover',
            option.zone === current && 'bg-hover',
            option.zone === chosen && 'font-semibold',
          )}
        >
          <span>{option.city}</span>
          <span className="text-small whitespace-nowrap text-muted">
            {option.time} · {option.offset}
          </span>
        </div>
      ))}
    </div>
  );
}
