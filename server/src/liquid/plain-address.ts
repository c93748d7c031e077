import { address as codec } from 'liquidjs-lib';
import type { LiquidAddress } from './address.ts';

/** The unconfidential form, which servers are queried by and identify an output's owner with. */
export function plainAddressOf({ address, confidential }: LiquidAddress): string {
  return confidential ? codec.fromConfidential(address).unconfidentialAddress : address;
}
