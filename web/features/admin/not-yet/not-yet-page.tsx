import { ChartNoAxesCombined, Flag, type LucideIcon, MessagesSquare } from 'lucide-react';
import { useLocation } from 'react-router';
import { PAGES } from '#domain/pages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

interface Words {
  /** Below the page's title. */
  about: string;
  icon: LucideIcon;
  title: string;
  description: string;
}

/** What will stand on the pages that have nothing to show yet. */
const WORDS: Readonly<Record<string, Words>> = {
  '/admin-dashboard/messages': {
    about: 'Ce que l’on vous écrit.',
    icon: MessagesSquare,
    title: 'Aucun message',
    description:
      'Les messages adressés à l’équipe arriveront ici, avec le compte de la personne à portée de main.',
  },
  '/admin-dashboard/moderation': {
    about: 'Les signalements à décider.',
    icon: Flag,
    title: 'Aucun signalement',
    description:
      'Un signalement de profil, de message, d’avis ou de session attendra ici une décision motivée. D’ici là, un compte peut déjà être suspendu.',
  },
  '/admin-dashboard/analytics': {
    about: 'De la visite à la session honorée.',
    icon: ChartNoAxesCombined,
    title: 'Les courbes ne sont pas encore là',
    description:
      'Elles viendront des vraies réservations. En attendant, les sessions et les paiements se lisent un à un.',
  },
};

/** A page of the admin's that says what it is for, and where to go meanwhile. */
export function Component() {
  const pathname = useLocation().pathname.replace(/\/$/, '');
  const page = PAGES.find(({ path }) => path === pathname);
  const words = page && WORDS[page.path];
  if (!words) return null;
  const content = page.path === '/admin-dashboard/content';
  return (
    <>
      <PageHeader title={page.title} description={words.about} />
      <EmptyState
        icon={<words.icon />}
        title={words.title}
        description={words.description}
        action={
          <ButtonLink to={content ? '/browse' : '/admin-dashboard/users'}>
            {content ? 'Voir la page publique' : 'Voir les utilisateurs'}
          </ButtonLink>
        }
      />
    </>
  );
}
