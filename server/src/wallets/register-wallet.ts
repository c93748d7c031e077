import type { App } from '../app.ts';
import type { Environment, Mode } from '../accounts/environment.ts';
import { ApiError, type Text } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  addressFault,
  type LiquidAddress,
  type LiquidNetwork,
  readLiquidAddress,
} from '../liquid/address.ts';
import { isUniqueViolation } from '../platform/db.ts';
import { hasDescriptor, insertAddresses, takeOverAddresses } from './address-store.ts';
import { sealBlindingKey, sealDescriptor } from './open-keys.ts';
import { type DescriptorWallet, readKeys } from './read-keys.ts';
import {
  clearDefault,
  countWallets,
  insertWallet,
  lockWallets,
  type NewWallet,
  type Wallet,
} from './store.ts';
import { notifyManagers } from './notify-managers.ts';

export const NETWORKS: Readonly<Record<Mode, readonly LiquidNetwork[]>> = {
  live: ['liquid'],
  test: ['testnet', 'regtest'],
};

export interface WalletOrder {
  /** Optional if there is a descriptor. */
  readonly liquidAddress?: string | undefined;
  readonly blindingKey?: string | undefined;
  readonly descriptor?: string | undefined;
  readonly label: string;
  readonly makeDefault: boolean;
}

/**
 * Registers an address for this environment's stablecoin, or a descriptor with one for each
 * deposit.
 * @throws ApiError invalid_liquid_address, invalid_request, duplicate_wallet, invalid_state
 */
export async function registerWallet(
  app: App,
  environment: Environment,
  order: WalletOrder,
): Promise<Wallet> {
  const parsed = await readOrder(app, environment, order);
  try {
    return await app.db.begin(async (tx) => {
      await lockWallets(tx, environment.id);
      const { descriptor } = parsed;
      if (descriptor && (await hasDescriptor(tx, environment.id, descriptor.firstAddress))) {
        throw new ApiError('duplicate_wallet');
      }
      const others = await countWallets(tx, environment.id);
      const most = app.config.maxWallets;
      if (others >= most) throw new ApiError('invalid_state', { text: tooMany(most) });
      // An only wallet is the default without being chosen; among several, only the owner chooses.
      const isDefault = order.makeDefault || others === 0;
      if (isDefault) await clearDefault(tx, environment.id);
      const { label } = order;
      const id = newId('wal');
      const wallet = await insertWallet(tx, environment.id, {
        ...parsed.wallet,
        id,
        label,
        isDefault,
      });
      if (descriptor) {
        await insertAddresses(tx, environment.id, id, descriptor.watched);
        await takeOverAddresses(tx, environment.id, id, descriptor.firstAddress);
      }
      await notifyManagers(tx, app, environment.id, wallet, 'added');
      return wallet;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'wallets_address')) throw new ApiError('duplicate_wallet');
    throw error;
  }
}

function tooMany(most: number): Text {
  return {
    pt: `O limite é de ${most.toLocaleString('pt-BR')} carteiras por modo. Apague uma que não use mais, use um descritor, que dá um endereço a cada depósito, ou peça ao operador um limite maior.`,
    en: `The limit is ${most.toLocaleString('en')} wallets per mode. Delete one that you no longer use, use a descriptor, which gives each deposit an address, or ask the operator for a higher limit.`,
  };
}

interface ReadOrder {
  readonly wallet: Omit<NewWallet, 'id' | 'label' | 'isDefault'>;
  readonly descriptor: DescriptorWallet | undefined;
}

async function readOrder(
  { vault }: App,
  environment: Environment,
  order: WalletOrder,
): Promise<ReadOrder> {
  const { liquidAddress, blindingKey } = order;
  const sent =
    liquidAddress === undefined ? undefined : readAddress(environment.mode, liquidAddress);
  const descriptor = await readKeys(environment, order, sent);
  const address = descriptor?.address ?? sent;
  if (!address) throw new ApiError('invalid_liquid_address');
  return {
    descriptor,
    wallet: {
      liquidAddress: address.address,
      confidential: address.confidential,
      network: address.network,
      sealedBlindingKey: blindingKey === undefined ? null : sealBlindingKey(vault, blindingKey),
      sealedDescriptor:
        order.descriptor === undefined ? null : sealDescriptor(vault, order.descriptor),
      nextPosition: descriptor?.nextPosition ?? 1,
    },
  };
}

function readAddress(mode: Mode, text: string): LiquidAddress {
  const address = readLiquidAddress(text, NETWORKS[mode]);
  if (!address) throw new ApiError('invalid_liquid_address', { text: faultText(mode, text) });
  return address;
}

const EXPECTED: Readonly<Record<Mode, Text>> = {
  live: { pt: 'da rede principal Liquid (mainnet)', en: 'of the Liquid main network (mainnet)' },
  test: {
    pt: 'da rede de testes Liquid (testnet ou regtest)',
    en: 'of a Liquid test network (testnet or regtest)',
  },
};

function faultText(mode: Mode, text: string): Text {
  const fault = addressFault(text);
  const expected = EXPECTED[mode];
  switch (fault.kind) {
    case 'other_network': {
      const network = fault.network === 'liquid' ? 'mainnet' : fault.network;
      return {
        pt: `Este endereço é da rede ${network}; aqui é preciso um endereço ${expected.pt}.`,
        en: `This address is of the network ${network}; here an address ${expected.en} is needed.`,
      };
    }
    case 'other_chain':
      return {
        pt: `Este endereço é de ${fault.chain}, não de Liquid; envie um endereço ${expected.pt}.`,
        en: `This address is of ${fault.chain}, not of Liquid; send an address ${expected.en}.`,
      };
    case 'unreadable':
      return {
        pt: `O endereço está incompleto ou errado; confira e envie um endereço ${expected.pt}.`,
        en: `The address is incomplete or wrong; check it and send an address ${expected.en}.`,
      };
  }
}
