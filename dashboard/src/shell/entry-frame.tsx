import { Paper } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand, LanguageButton, ThemeButton } from './controls.tsx';

/** Pages for people who are not signed in: a card, and nothing to get lost in. */
export function EntryFrame(): ReactNode {
  return (
    <div className="shell-entry">
      <header>
        <Brand />
        <span>
          <LanguageButton />
          <ThemeButton />
        </span>
      </header>
      <main>
        <Paper withBorder className="shell-card">
          <Outlet />
        </Paper>
      </main>
    </div>
  );
}
