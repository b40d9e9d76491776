import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setTeamRoles } from '#product/administration/contract.ts';
import { ofName } from '#product/shared/elision.ts';
import {
  canStandTogether,
  TEAM_ROLE_LABELS,
  TEAM_ROLES,
  type TeamDuty,
  type TeamRole,
} from '#product/shared/team-roles.ts';
import { DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { type Member, teamQuery, useDuty } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { nameOf, PersonName } from '#web/features/admin/users/person.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const DUTIES = {
  support: 'Répond aux demandes, annule et rembourse, renvoie un e-mail.',
  moderation: 'Tranche les signalements, suspend un compte, retire une page.',
  finance: 'Voit versements, grand livre et identités fiscales ; clôture les mois, rembourse.',
} as const satisfies Record<TeamDuty, string>;
const DUTY_NAMES = ['support', 'moderation', 'finance'] as const satisfies readonly TeamDuty[];

const labelOf = (role: string): string => TEAM_ROLE_LABELS[role as TeamRole] ?? role;

/** The members of the team, and the roles of each. */
export function TeamSection() {
  const team = useQuery(teamQuery);
  const mayGive = useDuty();
  const [changing, setChanging] = useState<Member | null>(null);
  return (
    <section className="mb-10 grid gap-4" aria-labelledby="team">
      <div className="grid gap-1">
        <h2 id="team" className="text-title">
          L’équipe
        </h2>
        <p className="text-small text-soft">
          Chacun ne reçoit que ce que son rôle demande. Quelqu’un garde toujours le rôle « Tout ».
        </p>
      </div>
      <Loaded query={team} failed="L’équipe n’a pas pu être chargée" waiting={<Skeleton className="h-40" />}>
        {(members) => (
          <Card padded={false}>
            <ul className="divide-y divide-line">
              {members.map((member) => (
                <li key={member.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
                  <div className="min-w-0 flex-1 basis-60">
                    <PersonName person={member} />
                  </div>
                  <span className="flex flex-wrap gap-2">
                    {member.team_roles.map((role) => (
                      <Badge key={role}>{labelOf(role)}</Badge>
                    ))}
                    {member.is_suspended && <Badge tone="live">Suspendu</Badge>}
                  </span>
                  {member.is_me ? (
                    <span className="inline-flex min-h-11 items-center text-small text-muted">Vous</span>
                  ) : (
                    mayGive && (
                      <Button
                        size="sm"
                        aria-label={`Changer le rôle ${ofName(nameOf(member))}`}
                        onClick={() => setChanging(member)}
                      >
                        Changer
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      {changing && <RolesDialog key={changing.id} member={changing} onClose={() => setChanging(null)} />}
    </section>
  );
}

/** Edits the roles of a member: all, read only, or some of them. */
function RolesDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const roles = member.team_roles;
  const name = nameOf(member);
  const [kind, setKind] = useState(
    roles.includes('all') ? 'all' : roles.includes('read_only') ? 'read_only' : 'some',
  );
  const [duties, setDuties] = useState<readonly TeamDuty[]>(
    DUTY_NAMES.filter((duty) => roles.includes(duty)),
  );
  const [wrong, setWrong] = useState<string>();
  const setting = useUndoable(setTeamRoles, {
    done: () => ({ title: 'Rôle changé', description: name }),
    inverse: (input) =>
      setTeamRoles.undo(
        input,
        TEAM_ROLES.filter((role) => roles.includes(role)),
      ),
  });
  const chosen: TeamRole[] = kind === 'all' ? ['all'] : kind === 'read_only' ? ['read_only'] : [...duties];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      tone="spot"
      title={`Que peut faire ${name} ?`}
      description="Ses accès changent à l’instant."
      confirmLabel="Changer le rôle"
      {...DECISION}
      failure={(error) =>
        canStandTogether(chosen) ? DECISION.failure(error) : 'Choisissez au moins un rôle.'
      }
      onConfirm={async (reason) => {
        if (!canStandTogether(chosen)) {
          setWrong('Choisissez au moins un rôle');
          throw new Error('no role was chosen');
        }
        await setting.run({ personId: member.id, roles: chosen, reason });
      }}
    >
      <Field label="Rôle" group error={wrong}>
        <RadioCards
          name="team-role"
          value={kind}
          onChange={(event) => {
            setKind(event.target.value);
            setWrong(undefined);
          }}
          options={[
            {
              value: 'all',
              label: TEAM_ROLE_LABELS.all,
              description: 'Voit tout, décide de tout, et donne les rôles.',
            },
            { value: 'some', label: 'Un domaine ou plusieurs' },
            {
              value: 'read_only',
              label: TEAM_ROLE_LABELS.read_only,
              description: 'Voit comptes, streamers, sessions et paiements, et ne change rien.',
            },
          ]}
        />
      </Field>
      {kind === 'some' && (
        <div className="grid">
          {DUTY_NAMES.map((duty) => (
            <Checkbox
              key={duty}
              label={TEAM_ROLE_LABELS[duty]}
              description={DUTIES[duty]}
              checked={duties.includes(duty)}
              onChange={(event) => {
                setDuties(event.target.checked ? [...duties, duty] : duties.filter((each) => each !== duty));
                setWrong(undefined);
              }}
            />
          ))}
        </div>
      )}
    </ConfirmDialog>
  );
}
