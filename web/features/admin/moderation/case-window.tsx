import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { CATEGORIES, MEASURE_LABELS } from '#product/accounts/rules/sanctions.ts';
import { takeCase } from '#product/moderation/contract.ts';
import { SIGNALS } from '#product/moderation/rules/signals.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';
import { AttachmentList, useAttachments } from '#web/entities/attachment/attachment-list.tsx';
import { SUBJECT_LABELS } from '#web/entities/report/labels.ts';
import { ADMIN_KEY, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { AppealAnswer } from '#web/features/admin/moderation/appeal-answer.tsx';
import {
  moment,
  PlacedPicture,
  ReportedPicture,
  Shown,
} from '#web/features/admin/moderation/case-evidence.tsx';
import { type Case, caseQuery } from '#web/features/admin/moderation/case-query.ts';
import { DecisionForm } from '#web/features/admin/moderation/decision-form.tsx';
import { ShowAgain } from '#web/features/admin/moderation/show-again.tsx';
import { PrivateConversation } from '#web/features/admin/private-conversation.tsx';
import { formatCount, formatDay, formatMoney, formatTime, plural } from '#web/lib/format.ts';
import { personPage } from '#web/lib/paths.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';

/** A case: what was reported as it was and as it is, whose it is, and the decision. */
export function CaseWindow({ id, onDone }: { id: string; onDone: () => void }) {
  const found = useQuery(caseQuery(id));
  return (
    <Loaded query={found} failed="Ce dossier n’a pas pu être chargé">
      {(data) => <CaseBody found={data} onDone={onDone} />}
    </Loaded>
  );
}

/** The reporter, as the team reads it: a name without an account goes with the evidence. */
const reporterOf = ({ by, hasAccount }: Case['reports'][number], { evidenceErasedAt }: Case): string => {
  if (hasAccount) return by ?? 'Compte sans nom';
  if (by !== null) return `${by}, sans compte`;
  return evidenceErasedAt === null ? 'Compte supprimé' : 'Nom effacé';
};

const zone = TEAM_ZONE;

function CaseBody({ found, onDone }: { found: Case; onDone: () => void }) {
  const { reports, signals, current, person } = found;
  // The first evidence, from a report or from a rule; erased in the end.
  const first = (reports[0] ?? signals[0])?.evidence;
  const same =
    first &&
    current &&
    first.title === current.title &&
    first.text === current.text &&
    String(first.pictures ?? []) === String(current.pictures ?? []) &&
    String(first.films ?? []) === String(current.films ?? []);
  return (
    <div className="grid gap-7">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 flex-1 basis-80 gap-1">
          <h3 className="text-title wrap-anywhere">{found.title}</h3>
          <p className="num text-small text-muted">
            {caseNumber(found.number)}&nbsp;· {SUBJECT_LABELS[found.subjectKind]} ·{' '}
            {found.signal === null
              ? `${CATEGORIES[found.category].label} · signalé par ${plural(reports.length, 'personne', 'personnes')}`
              : `Signal : ${SIGNALS[found.signal].label}`}{' '}
            depuis le {moment(found.openedAt)}
          </p>
        </div>
        <Taking found={found} />
      </div>
      <div className="grid gap-x-8 gap-y-7 md:grid-cols-2">
        <section className="grid content-start gap-3">
          <h4 className="font-semibold">{found.signal === null ? 'Contenu signalé' : 'Tel qu’il était'}</h4>
          {first && <Shown evidence={first} Picture={ReportedPicture} />}
          {found.evidenceErasedAt !== null && (
            <p className="text-small text-soft">
              Effacé le {formatDay(found.evidenceErasedAt, zone, { weekday: false, year: true })}, six mois
              après la dernière contestation possible.
            </p>
          )}
          <ReportedFiles found={found} />
          <h4 className="mt-2 font-semibold">Maintenant</h4>
          {current === null ? (
            <p className="text-small text-live">Il n’en reste rien : supprimé depuis.</p>
          ) : same ? (
            <p className="text-small text-soft">Inchangé{current.isShown ? '' : ', et plus visible'}.</p>
          ) : (
            <Shown evidence={current} Picture={PlacedPicture} />
          )}
        </section>
        <section className="grid content-start gap-3">
          <h4 className="font-semibold">
            {found.signal === null ? 'Ce qu’on en dit' : 'Ce qui a été relevé'}
          </h4>
          <ul className="grid gap-3">
            {signals.map((signal, index) => (
              <li key={signal.id} className="grid gap-1 border-l-2 border-line-strong pl-3 text-small">
                <p className="wrap-anywhere">{signal.found.join(', ')}</p>
                {index > 0 && <Shown evidence={signal.evidence} Picture={ReportedPicture} />}
                <p className="num text-kicker text-muted">
                  {signal.evidence.title}&nbsp;· {moment(signal.at)}
                </p>
              </li>
            ))}
            {reports.map((report) => (
              <li key={report.id} className="grid gap-1 border-l-2 border-line-strong pl-3 text-small">
                {report.body !== '' && <p className="whitespace-pre-line wrap-anywhere">{report.body}</p>}
                <p className="num text-kicker text-muted">
                  {CATEGORIES[report.category].label}&nbsp;· {reporterOf(report, found)}&nbsp;·{' '}
                  {moment(report.at)}
                </p>
              </li>
            ))}
          </ul>
          {found.signal !== null && (
            <p className="text-small text-soft">
              Une règle l’a relevé, personne ne l’a signalé. Rien n’a été décidé : c’est à vous de voir.
            </p>
          )}
          {person && <PersonFacts person={person} />}
        </section>
      </div>
      {found.sessionId !== null && (found.state === 'open' || found.state === 'appealed') && (
        <PrivateConversation sessionId={found.sessionId} caseId={found.id} />
      )}
      {found.removal && <RemovalFacts removal={found.removal} />}
      <Similar found={found} />
      <Decided found={found} onDone={onDone} />
    </div>
  );
}

/** Says whether the removed content was restored or erased. */
function RemovalFacts({ removal: { at, restoredAt, erasedAt } }: { removal: NonNullable<Case['removal']> }) {
  return (
    <p role="status" className="num text-small text-soft">
      Retiré le {moment(at)}.{' '}
      {restoredAt !== null
        ? `Rétabli le ${moment(restoredAt)}.`
        : erasedAt !== null
          ? `Effacé pour de bon le ${moment(erasedAt)} ; il en reste ce que les signalements en gardent.`
          : 'Gardé à part tant que la décision peut être contestée.'}
    </p>
  );
}

/** Files that came with a reported message, or with the answers before a reported session. */
function ReportedFiles({ found: { subjectKind, subjectId } }: { found: Case }) {
  const files = useAttachments(
    subjectKind === 'message' ? 'message_id' : 'booking_id',
    subjectKind === 'message' || subjectKind === 'session' ? [subjectId] : [],
  );
  return <AttachmentList files={files.get(subjectId)} />;
}

function PersonFacts({ person }: { person: NonNullable<Case['person']> }) {
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {person.name}
          {person.isMinor && <Badge>Moins de 18 ans</Badge>}
        </h4>
        <ButtonLink size="sm" tone="quiet" to={personPage(person.id)}>
          Ouvrir la fiche
        </ButtonLink>
      </div>
      <Facts
        className="grid-cols-2"
        facts={[
          ['Depuis le', formatDay(person.since, zone, { weekday: false, year: true })],
          ['Sessions tenues', formatCount(person.completed)],
          ['Sessions à venir', formatCount(person.coming)],
          ['Litiges', formatCount(person.disputes)],
        ]}
      />
      {person.earlier.map(({ number, measure, rule, at, overturned }) => (
        <p key={number} className="num text-small text-soft">
          {MEASURE_LABELS[measure]}, règle {CATEGORIES[rule].rule.number}, le {moment(at)}
          {overturned && ', annulée en appel'}
        </p>
      ))}
    </div>
  );
}

/**
 * How like cases were decided, and what else waits about the same person: folded, since most cases
 * are read without.
 */
function Similar({ found: { similar } }: { found: Case }) {
  if (similar.length === 0) return null;
  return (
    <details className="group border-y border-line text-small">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h4 className="flex-1 font-semibold">
          {plural(similar.length, 'dossier semblable', 'dossiers semblables')}
        </h4>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <ul className="grid gap-1 pb-3">
        {similar.map(({ id, number, title, isSamePerson, measure, at, overturned }) => (
          <li key={id} className="num flex flex-wrap items-center gap-x-3 text-soft">
            <TextLink
              to={`/admin-dashboard/moderation?case=${id}`}
              className="inline-flex min-h-11 items-center"
            >
              {caseNumber(number)}
            </TextLink>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {isSamePerson && 'Même personne. '}
              {title}
            </span>
            <span>
              {measure === null
                ? `À traiter depuis le ${moment(at)}`
                : `${MEASURE_LABELS[measure]}, le ${moment(at)}${overturned ? ', annulée en appel' : ''}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whoever has taken a case, for as long as it is theirs. */
const takerOf = ({ takenBy }: Case) =>
  takenBy !== null && Date.parse(takenBy.until) > Date.now() ? takenBy : null;

/**
 * Waits, but not for the one who reads: the person who decided does not judge what is said against
 * it.
 */
const isOwnDecision = ({ state, decision }: Case) => state === 'appealed' && decision?.isMine === true;

/**
 * Shows the member of the team who handles a waiting case, or the button that takes it. It stands
 * above the evidence, however long that is.
 */
function Taking({ found }: { found: Case }) {
  const taking = useCommand(takeCase, { changes: [ADMIN_KEY], failed: 'Dossier non pris' });
  const taker = takerOf(found);
  if ((found.state !== 'open' && found.state !== 'appealed') || isOwnDecision(found)) return null;
  if (taker === null) {
    return (
      <Button
        tone="spot"
        className="max-sm:w-full"
        loading={taking.pending}
        onClick={() => taking.press({ caseId: found.id })}
      >
        Prendre le dossier
      </Button>
    );
  }
  return (
    <p role="status" className="num text-small text-soft">
      {taker.isMe ? 'Vous vous en occupez' : `${taker.name} s’en occupe`} jusqu’à{' '}
      {formatTime(taker.until, zone)}.
    </p>
  );
}

/** Shows the decision, or the form in which the case's handler writes it. */
function Decided({ found, onDone }: { found: Case; onDone: () => void }) {
  const { decision } = found;
  const isMine = takerOf(found)?.isMe === true;
  return (
    <>
      {decision && <DecisionFacts decision={decision} />}
      {decision?.measure === 'hide' && (
        <ShowAgain found={found} shownAgainAt={decision.shownAgainAt} onDone={onDone} />
      )}
      {isOwnDecision(found) ? (
        <p className="text-soft">Vous avez pris cette décision : quelqu’un d’autre juge sa contestation.</p>
      ) : isMine && found.state === 'open' ? (
        <DecisionForm found={found} onDone={onDone} />
      ) : isMine && found.state === 'appealed' ? (
        <AppealAnswer caseId={found.id} onDone={onDone} />
      ) : null}
    </>
  );
}

function DecisionFacts({ decision }: { decision: NonNullable<Case['decision']> }) {
  const { appeal, endsAt } = decision;
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h4 className="font-semibold">
        {MEASURE_LABELS[decision.measure]}
        {endsAt && `, jusqu’au ${moment(endsAt)}`}
      </h4>
      <Facts
        facts={[
          ['Règle', `${CATEGORIES[decision.rule].rule.number} ${CATEGORIES[decision.rule].rule.title}`],
          ['Décidé le', moment(decision.decidedAt)],
          ['Faits', decision.facts],
          ['Motif', decision.reason],
          [
            'Effets',
            decision.cancelledSessions === 0
              ? 'Aucune session annulée'
              : `${plural(decision.cancelledSessions, 'session annulée', 'sessions annulées')}, ${formatMoney(decision.refundedCents)} remboursés`,
          ],
        ]}
      />
      {appeal && (
        <div className="grid gap-1 rounded-lg bg-wash px-4 py-3 text-small">
          <p className="text-kicker text-muted">Contestée le {moment(appeal.at)}</p>
          <p className="whitespace-pre-line wrap-anywhere">« {appeal.body} »</p>
          {appeal.outcome && (
            <p className="font-semibold">
              {appeal.outcome === 'overturned' ? 'Décision annulée' : 'Décision maintenue'} : {appeal.reason}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
