import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface SubmitProps {
  busy: boolean;
  /** "Criar conta", and "Criando conta…" while it is on its way. */
  label: string;
  busyLabel: string;
}

/** It keeps the focus and says what it is doing; a second press does nothing. */
export function Submit({ busy, label, busyLabel }: SubmitProps): ReactNode {
  return (
    <Button
      type="submit"
      fullWidth
      size="md"
      aria-disabled={busy}
      data-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
      }}
    >
      {busy ? busyLabel : label}
    </Button>
  );
}
