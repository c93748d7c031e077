import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface ActButtonProps
  extends Omit<ButtonProps, 'loading'>, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  busy?: boolean;
}

/**
 * A button that keeps the focus while it works or has to wait: a disabled one loses it, and Tab
 * then leads out of a dialog. Pressing it meanwhile does nothing.
 */
export function ActButton(props: ActButtonProps): ReactNode {
  const { busy = false, disabled = false, onClick, ...button } = props;
  const isHeld = busy || disabled;
  return (
    <Button
      {...button}
      loading={busy}
      data-disabled={disabled}
      renderRoot={(root) => (
        <button
          {...root}
          disabled={false}
          aria-disabled={isHeld || undefined}
          onClick={(event) => {
            if (isHeld) event.preventDefault();
            else onClick?.(event);
          }}
        />
      )}
    />
  );
}
