import { sourceOf } from '../platform/inline-style.ts';
import type { Language } from '../refusals.ts';
import type { BuildState } from './read-build.ts';

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; }
code { font-size: 0.95em; }
`;

export const WAITING_STYLE_HASH = sourceOf(STYLE);

const WORDS = {
  pt: {
    lang: 'pt-BR',
    title: 'Preparando o painel',
    building:
      'O painel está sendo montado. Leva alguns segundos e esta página abre sozinha. A API já atende.',
    missing:
      'O painel ainda não foi montado. Ele é montado logo depois do início; se demorar mais de dois minutos, veja as mensagens no terminal ou monte com',
  },
  en: {
    lang: 'en',
    title: 'Preparing the dashboard',
    building:
      'The dashboard is being built. It takes a few seconds, and this page opens by itself. The API answers already.',
    missing:
      'The dashboard has not been built yet. It is built right after the start; if it takes more than two minutes, look at the messages in the terminal, or build it with',
  },
} as const;

/** Shown in place of the dashboard while it is not built; reloads itself. */
export function waitingPage(state: Exclude<BuildState, 'ready'>, language: Language): string {
  const { lang, title, ...texts } = WORDS[language];
  const command = state === 'missing' ? ' <code>npm run build</code>.' : '';
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1><p role="status">${texts[state]}${command}</p></main></body>
</html>
`;
}
