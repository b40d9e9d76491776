const steps = [
  {
    title: 'Trouvez quelqu’un',
    text: 'Un jeu, une langue, un style. Chaque session dit ce qu’elle comprend, combien elle dure et ce qu’elle coûte.',
  },
  {
    title: 'Prenez une heure',
    text: 'Vous voyez les heures vraiment libres, dans votre fuseau et dans le sien. La place est gardée dix minutes, le temps de vous décider.',
  },
  {
    title: 'Entrez dans la loge',
    text: 'La salle ouvre dix minutes avant, dans le navigateur. Rien à installer, personne d’autre dans le public.',
  },
];

/** How it works, as one strip of three tickets. */
export function Steps() {
  return (
    <section className="wrap py-10 lg:py-14" aria-labelledby="steps">
      <h2 id="steps" className="mb-6 text-heading">
        Comment ça se passe
      </h2>
      <ol className="strip">
        {steps.map((step, index) => (
          <li key={step.title} className="strip-piece">
            <span aria-hidden="true" className="display num text-heading text-muted">
              {index + 1}
            </span>
            <h3 className="text-title">{step.title}</h3>
            <p className="text-small text-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
