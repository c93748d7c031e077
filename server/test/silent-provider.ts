import { type PixProvider, unknownOutcome } from '../src/provider/port.ts';

/** A provider that never reveals anything, except in the calls that a test answers itself. */
export function silentProvider(answers: Partial<PixProvider> = {}): PixProvider {
  const away = (): Promise<never> => Promise.reject(unknownOutcome());
  return {
    createCharge: away,
    readCharge: away,
    listCharges: away,
    createPayout: away,
    readPayout: away,
    readMed: () => undefined,
    ...answers,
  };
}
