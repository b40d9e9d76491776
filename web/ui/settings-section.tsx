import { type ReactNode, useId } from 'react';
import { searchText } from '#product/shared/names.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useSettingsEntry } from '#web/ui/settings-layout.tsx';

interface SettingsSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/**
 * One section of the settings: its name and description, then the controls; beside each other on a
 * wide page that has no list of its sections. Its name makes its address: « Mot de passe » is at
 * `#mot-de-passe`.
 */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const heading = useId();
  const id = searchText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const listed = useSettingsEntry(id, title);
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={heading}
      className={classNames(
        'grid scroll-mt-6 grid-cols-1 gap-x-10 gap-y-5 border-t border-line py-8 outline-none first:border-t-0 first:pt-0',
        listed ? 'max-w-[38rem]' : 'lg:grid-cols-[minmax(0,15rem)_minmax(0,36rem)]',
      )}
    >
      <div className="grid content-start gap-1.5">
        <h2 id={heading} className="display text-title">
          {title}
        </h2>
        {description && <p className="text-small text-soft">{description}</p>}
      </div>
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
    </section>
  );
}
