import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { parseOrUndefined } from '../shared/askWallet.js'
import { read } from '../shared/walletFault.js'
import { createSnapshotCache } from '../shared/walletMemory.js'
import { toList } from '../shared/walletStandard.js'
import {
  inPageTransport,
  type NetworkNames,
  requestSats,
  toNetworkName,
  type WalletState,
} from './inPageTransport.js'
import { mainnet, signet, testnet, testnet4 } from './references.js'

const names: NetworkNames = {
  [mainnet]: ['mainnet'],
  [testnet]: ['testnet'],
  [testnet4]: ['testnet4'],
  [signet]: ['signet'],
}

/**
 * Leather: every request names its network, there are no events, and nothing can be asked without its
 * window opening. So a page that is opened again takes the addresses from memory; each signature shows
 * whether they are the wallet's still.
 */
export function leatherTransport(
  provider: unknown,
  { storage }: Pick<Site, 'storage'>,
  id: string,
): WalletTransport {
  const memory = createSnapshotCache(storage, { id, namespace: 'bip122' })
  const request = (method: string, params: unknown) => requestSats(provider, method, params)
  const show = async (wanted: string) => {
    const answer = await request('getAddresses', { network: toNetworkName(wanted, names) })
    const entries = toList(read(answer, 'addresses')).filter(
      (entry) => read(entry, 'symbol') === 'BTC',
    )
    shown = { network: wanted, addresses: entries.map(toListed) }
    if (parseOrUndefined(parseAddresses, shown.addresses)) memory.keep(shown)
    return shown
  }
  let shown = memory.recall() as WalletState | undefined

  return inPageTransport(
    {
      connect: show,
      switchNetwork: show,
      resume: async (wanted) =>
        read(shown, 'network') === wanted && shown ? shown : { network: wanted, addresses: [] },
      signMessage: async ({ message, address, protocol }, network) => {
        const paymentType = read(
          toList(read(shown, 'addresses')).find((entry) => read(entry, 'address') === address),
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
        const answer = await request('signPsbt', {
          hex: hex.encode(base64.decode(psbt)),
          network: toNetworkName(network, names),
          broadcast,
          signAtIndex: signInputs.map(({ index }) => index),
          ...(sighashes.length > 0 && { allowedSighash: [...new Set(sighashes)] }),
        })
        return { psbt: read(answer, 'hex'), txid: read(answer, 'txid') }
      },
      sendTransfer: async ({ recipientAddress, amount }, network) =>
        request('sendTransfer', {
          recipients: [{ address: recipientAddress, amount }],
          network: toNetworkName(network, names),
        }),
      on: () => () => {},
      leave: async () => {
        shown = undefined
        memory.forget()
      },
    },
    provider,
  )
}

function toListed(entry: unknown): unknown {
  const type = read(entry, 'type')
  return {
    address: read(entry, 'address'),
    publicKey: read(entry, 'publicKey'),
    path: read(entry, 'derivationPath'),
    purpose: type === 'p2tr' ? 'ordinal' : 'payment',
    type,
  }
}
