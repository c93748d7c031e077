import { address as codec } from 'liquidjs-lib';
import type { LiquidAddress } from './address.ts';

/** The address that hides nothing: what a server is asked by, and names an output's owner with. */
export function plainAddressOf({ address, confidential }: LiquidAddress): string {
  return confidential ? codec.fromConfidential(address).unconfidentialAddress : address;
}
