import { parseAddresses } from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { parseSafely } from '../shared/parseSafely.js'
import { read } from '../shared/walletFault.js'
import { createMemory } from '../shared/walletMemory.js'
import { items } from '../shared/walletStandard.js'
import { askSats } from './askSats.js'
import { inPageTransport, type Presence } from './inPageTransport.js'
import { type NetworkNames, nameOf } from './networkNames.js'
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
  const memory = createMemory(storage, { id, namespace: 'bip122' })
  const ask = (method: string, params: unknown) => askSats(provider, method, params)
  const show = async (wanted: string) => {
    const answer = await ask('getAddresses', { network: nameOf(wanted, names) })
    const entries = items(read(answer, 'addresses')).filter(
      (entry) => read(entry, 'symbol') === 'BTC',
    )
    shown = { network: wanted, addresses: entries.map(toListed) }
    if (parseSafely(parseAddresses, shown.addresses)) memory.keep(shown)
    return shown
  }
  let shown = memory.recall() as Presence | undefined

  return inPageTransport(
    {
      connect: show,
      switchNetwork: show,
      resume: async (wanted) =>
        read(shown, 'network') === wanted && shown ? shown : { network: wanted, addresses: [] },
      signMessage: async ({ message, address, protocol }, network) => {
        const paymentType = read(
          items(read(shown, 'addresses')).find((entry) => read(entry, 'address') === address),
          'type',
        )
        return ask('signMessage', {
          message,
          paymentType,
          network: nameOf(network, names),
          ...(protocol && { protocol }),
        })
      },
      signPsbt: async ({ psbt, signInputs, broadcast }, network) => {
        const sighashes = signInputs.flatMap(({ sighashTypes }) => sighashTypes ?? [])
        const answer = await ask('signPsbt', {
          hex: hex.encode(base64.decode(psbt)),
          network: nameOf(network, names),
          broadcast,
          signAtIndex: signInputs.map(({ index }) => index),
          ...(sighashes.length > 0 && { allowedSighash: [...new Set(sighashes)] }),
        })
        return { psbt: read(answer, 'hex'), txid: read(answer, 'txid') }
      },
      sendTransfer: async ({ recipientAddress, amount }, network) =>
        ask('sendTransfer', {
          recipients: [{ address: recipientAddress, amount }],
          network: nameOf(network, names),
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
