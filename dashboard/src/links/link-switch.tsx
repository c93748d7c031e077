import { type ReactNode, useState } from 'react';
import type { PaymentLink } from '../api/operations.ts';
import { useRefresh, useTenantCall } from '../api/query.ts';
import { ActSwitch } from '../ui/act-switch.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface LinkSwitchProps {
  link: PaymentLink;
  onChanged: (id: string) => void;
}

/** Shows what was asked for at once, and goes back if it was not done. */
export function LinkSwitch({ link, onChanged }: LinkSwitchProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const refresh = useRefresh();
  const [wanted, setWanted] = useState<boolean>();

  const turn = async (active: boolean) => {
    setWanted(active);
    try {
      await call('updatePaymentLink', { path: { id: link.id }, body: { active } });
      await refresh('listPaymentLinks', 'readPaymentLink');
      onChanged(link.id);
      const undo = { label: say.undo, run: () => void turn(true) };
      if (active) toast.success(say.turnedOn);
      else toast.success(say.turnedOff, { action: undo, durationMs: 8_000 });
    } catch {
      toast.failure(active ? say.notTurnedOn : say.notTurnedOff);
    }
    setWanted(undefined);
  };
  const isOn = wanted ?? link.active;
  const label = isOn ? say.on : say.off;
  return (
    <ActSwitch
      // Includes the visible text, which people who use voice control say.
      aria-label={`${say.activeOf({ title: link.title })}: ${label}`}
      checked={isOn}
      busy={wanted !== undefined}
      label={label}
      onChange={(active) => void turn(active)}
    />
  );
}
