import type { Language } from '../refusals.ts';

const PT = {
  name: 'Documentação do Ponte',
  short: 'Documentação',
  lead: 'Receba por Pix e pague por Pix com DePix, sem entregar a custódia a ninguém. Um depósito de teste confirmado no seu webhook leva cinco minutos.',
  begin: 'Começar',
  toContent: 'Ir para o conteúdo',
  pages: 'Páginas',
  openPages: 'Abrir a lista de páginas',
  closePages: 'Fechar',
  otherLanguage: 'English',
  dashboard: 'Painel',
  search: 'Buscar na documentação',
  searchButton: 'Buscar',
  found: (count: number, words: string) =>
    count === 0
      ? `Nada encontrado para “${words}”. Tente menos palavras, ou o código do erro.`
      : `${String(count)} ${count === 1 ? 'resultado' : 'resultados'} para “${words}”`,
  askWords: 'Escreva uma ou mais palavras.',
  previous: 'Anterior',
  next: 'Próxima',
  around: 'Página anterior e próxima',
  asMarkdown: 'Esta página em Markdown',
  copy: 'Copiar',
  copied: 'Copiado',
  chosen: 'Selecionado',
  code: (language: string) => `Código ${language}`.trim(),
  output: 'Saída',
  table: 'Tabela',
  anchor: (heading: string) => `Link para “${heading}”`,
  done: 'Feito:',
  toDo: 'A fazer:',
  callouts: { NOTE: 'Nota', TIP: 'Dica', WARNING: 'Atenção' },
  missing: 'Esta página não existe',
  missingLead: 'O endereço não leva a nenhuma página da documentação.',
  toStart: 'Ver todas as páginas',
  englishOnly: 'Descrições em inglês: são as do próprio arquivo OpenAPI desta instalação.',
  tryIt: 'Experimentar no navegador',
  tryTitle: 'Experimentar a API',
  tryLead:
    'Abre um cliente da API servido por esta instalação, sem nada de fora. Pesa mais de um megabyte. Use uma chave de teste: ela fica só nesta aba.',
  backToReference: 'Voltar à referência',
  tryNeedsScript: 'Esta página precisa de JavaScript. Tudo o que ela mostra está também em',
} as const;

type Words = {
  readonly [Name in keyof typeof PT]: (typeof PT)[Name] extends string
    ? string
    : (typeof PT)[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Readonly<Record<keyof (typeof PT)[Name], string>>;
};

const EN: Words = {
  name: 'Ponte documentation',
  short: 'Documentation',
  lead: 'Get paid by Pix and pay by Pix with DePix, without giving custody to anyone. A test deposit confirmed on your own webhook takes five minutes.',
  begin: 'Get started',
  toContent: 'Skip to content',
  pages: 'Pages',
  openPages: 'Open the list of pages',
  closePages: 'Close',
  otherLanguage: 'Português',
  dashboard: 'Dashboard',
  search: 'Search the documentation',
  searchButton: 'Search',
  found: (count, words) =>
    count === 0
      ? `Nothing found for “${words}”. Try fewer words, or the code of the error.`
      : `${String(count)} ${count === 1 ? 'result' : 'results'} for “${words}”`,
  askWords: 'Type one word or more.',
  previous: 'Previous',
  next: 'Next',
  around: 'Previous and next page',
  asMarkdown: 'This page as Markdown',
  copy: 'Copy',
  copied: 'Copied',
  chosen: 'Selected',
  code: (language) => `${language} code`.trim(),
  output: 'Output',
  table: 'Table',
  anchor: (heading) => `Link to “${heading}”`,
  done: 'Done:',
  toDo: 'To do:',
  callouts: { NOTE: 'Note', TIP: 'Tip', WARNING: 'Warning' },
  missing: 'Page not found',
  missingLead: 'There is no page of the documentation at this address.',
  toStart: 'See all pages',
  englishOnly: "What follows is this installation's own OpenAPI file.",
  tryIt: 'Try it in the browser',
  tryTitle: 'Try the API',
  tryLead:
    'Opens a client of the API that this installation serves, with nothing from elsewhere. It weighs more than a megabyte. Use a test key: it stays in this tab.',
  backToReference: 'Back to the reference',
  tryNeedsScript: 'This page needs JavaScript. Everything it shows is also in',
};

export const WORDS: Readonly<Record<Language, Words>> = { pt: PT, en: EN };
