import { MonitorPlay, ShieldCheck, Video } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Showcase } from './showcase.tsx';

const zones = [
  { value: 'Europe/Paris', label: 'Paris' },
  { value: 'America/Montreal', label: 'Montréal' },
  { value: 'Asia/Tokyo', label: 'Tokyo', disabled: true },
];
const roles = [
  { value: 'viewer', label: 'Viewer', description: 'Je réserve des sessions.', icon: <MonitorPlay /> },
  { value: 'streamer', label: 'Streamer', description: 'Je propose mes heures.', icon: <Video /> },
  {
    value: 'admin',
    label: 'Admin',
    description: 'Je fais tourner la maison.',
    icon: <ShieldCheck />,
    disabled: true,
  },
];

/** Everything one fills in, at rest, wrong and out of use. */
export function ShowForms() {
  return (
    <Showcase title="Formulaires">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Field label="Prénom" hint="Tel que les autres le voient." required>
          <Input placeholder="Maëlle" autoComplete="off" />
        </Field>
        <Field label="E-mail" error="Email invalide">
          <Input type="email" defaultValue="maelle@" autoComplete="off" />
        </Field>
        <Field label="Mot de passe" aside={<TextLink to="/forgot-password">Oublié ?</TextLink>}>
          <PasswordInput defaultValue="secret" autoComplete="off" />
        </Field>
        <Field
          label="Confirmation"
          hint="Le même, une deuxième fois."
          error="Les mots de passe ne correspondent pas"
        >
          <PasswordInput autoComplete="off" />
        </Field>
        <Field label="Fuseau">
          <Select options={zones} placeholder="Choisir un fuseau" defaultValue="" />
        </Field>
        <Field label="Fuseau, en erreur" error="Choisissez un fuseau">
          <Select options={zones} defaultValue="America/Montreal" />
        </Field>
        <Field label="Désactivé">
          <Input disabled defaultValue="On ne change pas ceci" />
        </Field>
        <Field label="En lecture seule">
          <Input readOnly defaultValue="LG-2026-0042" />
        </Field>
        <Field label="Présentation" optional hint="Quelques lignes.">
          <Textarea placeholder="Ce que vous aimez faire en session" />
        </Field>
        <Field label="Motif" error="Dites pourquoi">
          <Textarea />
        </Field>
        <Field label="Votre rôle" group required>
          <RadioCards name="role" options={roles} defaultValue="viewer" />
        </Field>
        <Field label="Votre rôle, en erreur" group error="Veuillez sélectionner un rôle">
          <RadioCards name="role-wrong" options={roles.slice(0, 2)} />
        </Field>
        <div>
          <Checkbox label="Me rappeler une heure avant" description="Par e-mail." defaultChecked />
          <Checkbox label="Me rappeler la veille" />
          <Checkbox label="Désactivé" disabled />
        </div>
        <div>
          <Switch
            label="Demandes acceptées d’office"
            description="Sinon, vous répondez à chacune."
            defaultChecked
          />
          <Switch label="Pause" />
          <Switch label="Désactivé" disabled />
        </div>
        <SearchInput
          label="Rechercher une personne"
          placeholder="Un nom, un e-mail"
          initialValue="Maëlle"
          onSearch={() => undefined}
        />
        <SearchInput
          label="Rechercher un streamer"
          placeholder="Un jeu, une langue…"
          onSearch={() => undefined}
          button={<Button type="submit">Chercher</Button>}
        />
      </div>
    </Showcase>
  );
}
