import './styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query.ts';
import { cspNonce } from './shell/csp-nonce.ts';
import { reloadRestored } from './shell/reload-restored.ts';
import { router } from './shell/routes.ts';
import { SessionGuard } from './shell/session-guard.tsx';
import { cssVariables, theme } from './theme.ts';
import { keepFocus } from './ui/keep-focus.ts';
import { keepPaperLight } from './ui/paper.ts';
import { Toasts } from './ui/toast.tsx';
import { followOtherTabs, getLanguage, languageTag } from './words/language.ts';

document.documentElement.lang = languageTag(getLanguage());
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
keepFocus();
followOtherTabs();
keepPaperLight();
reloadRestored();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={cspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionGuard />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
