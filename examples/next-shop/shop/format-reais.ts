const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

export function formatReais(cents: number): string {
  return REAIS.format(cents / 100);
}
