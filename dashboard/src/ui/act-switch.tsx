import { Switch, type SwitchProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActSwitchProps extends Omit<SwitchProps, 'disabled' | 'onChange'> {
  busy: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch that keeps the focus while it is being toggled: a disabled one loses it. */
export function ActSwitch({ busy, onChange, ...props }: ActSwitchProps): ReactNode {
  return (
    <Switch
      {...props}
      aria-disabled={busy || undefined}
      onChange={(event) => {
        if (!busy) onChange(event.currentTarget.checked);
      }}
    />
  );
}
