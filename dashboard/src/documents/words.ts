import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    problem: {
      missing: 'Informe o CPF ou CNPJ.',
      short: 'Confira o documento: faltam números.',
      long: 'Confira o documento: há números demais.',
      letters: 'Um CPF tem só números. CNPJ tem 14 números ou letras.',
      digits: 'Documento inválido. Confira os dígitos.',
    },
    noLetters: 'CNPJ com letras ainda não é aceito. Use um CPF ou um CNPJ só com números.',
  },
  en: {
    problem: {
      missing: 'Enter the CPF or CNPJ.',
      short: 'Check the document: digits are missing.',
      long: 'Check the document: there are too many digits.',
      letters: 'A CPF has digits only. A CNPJ has 14 digits or letters.',
      digits: 'The document is not valid. Check its digits.',
    },
    noLetters: 'A CNPJ with letters is not accepted yet. Use a CPF or a CNPJ with digits only.',
  },
});
