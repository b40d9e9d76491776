const WEEKDAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];

/** The head of a month's table: a letter for the eye, the day for the ear. */
export const WeekdayHeads = () => (
  <thead>
    <tr>
      {WEEKDAYS.map((weekday) => (
        <th key={weekday} scope="col" abbr={weekday} className="pb-1 text-kicker font-normal text-muted">
          <span aria-hidden="true">{weekday.charAt(0).toUpperCase()}</span>
          <span className="sr-only">{weekday}</span>
        </th>
      ))}
    </tr>
  </thead>
);
