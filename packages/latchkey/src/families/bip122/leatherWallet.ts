import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { createSnapshotCache } from '../shared/snapshotCache.js'
import { readProperty } from '../shared/walletError.js'
import { parseOrUndefined } from '../shared/walletRequest.js'
import { toList } from '../shared/walletStandard.js'
import {
  inPageTransport,
  type NetworkNames,
  requestSats,
  toNetworkName,
  type WalletState,
} from './inPageTransport.js'
import { mainnet, signet, testnet, testnet4 } from './networkIds.js'

const names: NetworkNames = {
  [mainnet]: ['mainnet'],
  [testnet]: ['testnet'],
  [testnet4]: ['testnet4'],
  [signet]: ['signet'],
}

/**
 * Leather: every request names its network, there are no events, and every request opens its window.
 * So a reloaded page restores the addresses from the cache; each signature proves that they are valid.
 */
export function leatherTransport(
  provider: unknown,
  { storage }: Pick<Site, 'storage'>,
  id: string,
): WalletTransport {
  const cache = createSnapshotCache(storage, { id, namespace: 'bip122' })
  const request = (method: string, params: unknown) => requestSats(provider, method, params)
  const show = async (target: string) => {
    const response = await request('getAddresses', { network: toNetworkName(target, names) })
    const entries = toList(readProperty(response, 'addresses')).filter(
      (entry) => readProperty(entry, 'symbol') === 'BTC',
    )
    shown = { network: target, addresses: entries.map(toListed) }
    if (parseOrUndefined(parseAddresses, shown.addresses)) cache.write(shown)
    return shown
  }
  let shown = cache.read() as WalletState | undefined

  return inPageTransport(
    {
      connect: show,
      switchNetwork: show,
      resume: async (target) =>
        readProperty(shown, 'network') === target && shown
          ? shown
          : { network: target, addresses: [] },
      signMessage: async ({ message, address, protocol }, network) => {
        const paymentType = readProperty(
          toList(readProperty(shown, 'addresses')).find(
            (entry) => readProperty(entry, 'address') === address,
          ),
          'type',
        )
        return request('signMessage', {
          message,
          paymentType,
          network: toNetworkName(network, names),
          ...(protocol && { protocol }),
        })
      },
      signPsbt: async ({ psbt, signInputs, broadcast }, network) => {
        const sighashes = signInputs.flatMap(({ sighashTypes }) => sighashTypes ?? [])
        const response = await request('signPsbt', {
          hex: hex.encode(base64.decode(psbt)),
          network: toNetworkName(network, names),
          broadcast,
          signAtIndex: signInputs.map(({ index }) => index),
          ...(sighashes.length > 0 && { allowedSighash: [...new Set(sighashes)] }),
        })
        return { psbt: readProperty(response, 'hex'), txid: readProperty(response, 'txid') }
      },
      sendTransfer: async ({ recipientAddress, amount }, network) =>
        request('sendTransfer', {
          recipients: [{ address: recipientAddress, amount }],
          network: toNetworkName(network, names),
        }),
      on: () => () => {},
      disconnect: async () => {
        shown = undefined
        cache.clear()
      },
    },
    provider,
  )
}

function toListed(entry: unknown): unknown {
  const type = readProperty(entry, 'type')
  return {
    address: readProperty(entry, 'address'),
    publicKey: readProperty(entry, 'publicKey'),
    path: readProperty(entry, 'derivationPath'),
    purpose: type === 'p2tr' ? 'ordinal' : 'payment',
    type,
  }
}
