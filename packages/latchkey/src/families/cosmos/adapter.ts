import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createWalletRequester } from '../shared/walletRequest.js'
import { requestKeys } from './accounts.js'
import {
  type AddressPrefixes,
  accountsOn,
  getApprovedKeys,
  getApprovedNetworks,
} from './address.js'
import type { CosmosOptions } from './index.js'
import { createSession } from './session.js'

/** Cosmos chains over any transport: accounts and signatures. */
export function createAdapter({ addressPrefixes }: CosmosOptions = {}): ChainAdapter {
  return {
    namespace: 'cosmos',
    pairingNeeds: (networks) => ({
      chains: networks.filter(({ namespace }) => namespace === 'cosmos').map(({ id }) => id),
      methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
      events: ['accountsChanged', 'chainChanged'],
    }),
    attach: (parameters) => attach(parameters, addressPrefixes),
    verifyMessage: async (signed) =>
      (await lazyImport(import('./verifyMessage.js'))).verifyMessage(signed),
  }
}

async function attach(
  { transport, mode, network, networks, ports: { clock }, signal }: AttachParameters,
  prefixes: AddressPrefixes | undefined,
): Promise<ChainSession | undefined> {
  const approval = transport.approved?.()
  const request = createWalletRequester({ transport, clock, signal })
  const keys = approval
    ? getApprovedKeys(approval, prefixes)
    : await requestKeys(request, { mode, networkId: network.id, prefixes, isConnecting: true })
  signal.throwIfAborted()
  const ids = [
    network.id,
    ...networks().map(({ id }) => id),
    ...(approval ? getApprovedNetworks(approval) : []),
  ]
  const networkId = ids.find((id) => accountsOn(keys, id).length > 0)
  if (networkId === undefined) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('cosmos_requestAccounts')
  }
  return createSession({ transport, clock, keys, networkId, prefixes })
}
