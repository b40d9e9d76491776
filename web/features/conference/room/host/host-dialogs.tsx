import { FULLY_DELIVERED_PERCENT } from '#product/booking/rules/settlement.ts';
import { cents, fraction, minus } from '#product/shared/money/cents.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useRoom, useStage } from '../room-context.tsx';

/**
 * Asks before a participant is removed and before the session ends for everybody, and says what it
 * costs.
 */
export function HostDialogs() {
  const { details, room } = useRoom();
  const { host, group } = useStage();
  const { asked, ask, confirm } = host;
  const common = {
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) ask(null);
    },
    failure: errorText,
  };
  if (asked?.act === 'remove') {
    const { peer } = asked;
    return (
      <ConfirmDialog
        {...common}
        title={`Faire sortir ${peer.name} ?`}
        description={
          peer.side === 'streamer'
            ? 'La session s’arrête sans streamer. Votre décision est gardée avec la session.'
            : 'L’image et le son s’arrêtent tout de suite. Pour revenir, il faudra que vous ouvriez la porte.'
        }
        cost={
          peer.side === 'viewer'
            ? 'Le temps passé dehors ne sera pas compté comme donné : il peut être remboursé, à la minute près.'
            : undefined
        }
        confirmLabel="Faire sortir"
        onConfirm={() => confirm(asked)}
      />
    );
  }
  if (asked?.act === 'end') {
    const passed = room.times ? Date.now() + room.ahead - room.times.startsAt : 0;
    const { priceCents, durationMinutes } = details.booking;
    return (
      <ConfirmDialog
        {...common}
        title="Terminer pour tous ?"
        description={
          group
            ? 'Tout le monde sort tout de suite et la loge se ferme. Vous pourrez la rouvrir en y revenant avant la fin de l’heure prévue.'
            : 'Vous sortez tous les deux tout de suite et la loge se ferme. Vous pourrez la rouvrir en y revenant avant la fin de l’heure prévue.'
        }
        cost={costOfEnding({ priceCents, durationMinutes, passed, group })}
        confirmLabel="Terminer pour tous"
        cancelLabel="Continuer la session"
        onConfirm={() => confirm(asked)}
      />
    );
  }
  return null;
}

interface Ended {
  /** Of one place, in cents. */
  priceCents: number;
  durationMinutes: number;
  /** Milliseconds of the session that have passed. */
  passed: number;
  group: boolean;
}

const MINUTE = 60_000;

/**
 * The cost of ending a session now, in time and euros, as it will be settled if the streamer was
 * there all along.
 */
export function costOfEnding({ priceCents, durationMinutes, passed, group }: Ended): string {
  const given = Math.max(0, Math.min(durationMinutes, Math.floor(passed / MINUTE)));
  const left = formatDuration(durationMinutes - given);
  if (given === 0) return 'La session n’a pas commencé : rien n’a encore été donné.';
  if (priceCents === 0) return `Il reste ${left}. La session est gratuite : rien n’est à rembourser.`;
  if (given * 100 >= durationMinutes * FULLY_DELIVERED_PERCENT)
    return `Il reste ${left}. Au moins ${String(FULLY_DELIVERED_PERCENT)} % du temps a été donné : la session reste payée en entier.`;
  const price = cents(priceCents);
  const refund = minus(price, fraction(price, given, durationMinutes));
  return `Il reste ${left}. Le temps qui n’aura pas été donné est remboursé : ${formatMoney(refund)} sur ${formatMoney(priceCents)}${group ? ' à chaque viewer' : ''} si vous ne rouvrez pas.`;
}
