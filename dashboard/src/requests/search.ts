import { oneOf, searchReader, text } from '../ui/search-reader.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

export const RESULTS = ['ok', 'client_error', 'server_error'] as const;

export const readRequestsSearch = searchReader({
  aba: oneOf('erros'),
  resultado: oneOf(...RESULTS),
  metodo: oneOf(...METHODS),
  chave: text(40),
  rota: text(200),
  q: text(255),
});
