import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    button: 'Exportar CSV',
    about:
      'O arquivo leva o que a lista mostra agora, com os mesmos filtros, no horário de Brasília.',
    aboutMonth: 'O arquivo leva um mês inteiro, no horário de Brasília.',
    month: 'Mês',
    format: 'Formato',
    excel: 'Excel em português (ponto e vírgula, vírgula decimal)',
    excelEnglish: 'Excel em inglês (vírgula, ponto decimal)',
    plain: 'Para programas (CSV simples, textos como estão)',
    download: 'Baixar arquivo',
    started: 'Download iniciado. Você pode continuar usando o painel.',
    notBegun: 'Não deu para baixar o arquivo.',
    tooLong: 'Período grande demais: até 12 meses por arquivo.',
  },
  en: {
    button: 'Export CSV',
    about: 'The file contains what the list shows now, with the same filters, in Brasília time.',
    aboutMonth: 'The file contains one whole month, in Brasília time.',
    month: 'Month',
    format: 'Format',
    excel: 'Excel in Portuguese (semicolon, decimal comma)',
    excelEnglish: 'Excel in English (comma, decimal point)',
    plain: 'For programs (plain CSV, text as is)',
    download: 'Download file',
    started: 'Download started. You can keep using the dashboard.',
    notBegun: 'Could not download the file.',
    tooLong: 'The period is too long: up to 12 months per file.',
  },
});
