import { base64, hex } from '@scure/base'
import type { WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InvalidRequestError, UnsupportedMethodError } from '../../core/runtime/errors/wallet.js'
import { readProperty } from '../shared/walletError.js'
import { getFeature, onStandardChange, toList } from '../shared/walletStandard.js'
import {
  inPageTransport,
  type NetworkNames,
  toNetworkName,
  toReference,
} from './inPageTransport.js'
import { mainnet, signet, testnet, testnet4 } from './networkIds.js'

const names: NetworkNames = {
  [mainnet]: ['bitcoin:mainnet', `bip122:${mainnet}`],
  [testnet]: ['bitcoin:testnet', `bip122:${testnet}`],
  [testnet4]: ['bitcoin:testnet4', `bip122:${testnet4}`],
  [signet]: ['bitcoin:signet', `bip122:${signet}`],
}

const purposes = ['payment', 'ordinals']

/**
 * A wallet with the Bitcoin features of the Wallet Standard. It can sign, but not send or report
 * networks.
 */
export function standardTransport(wallet: unknown): WalletTransport {
  let granted: readonly unknown[] = []
  const current = () => toList(readProperty(wallet, 'accounts'))
  /** The wallet expects its own account objects. */
  const accountOf = (address: string) => {
    const own = [...current(), ...granted].find(
      (account) => readProperty(account, 'address') === address,
    )
    if (!own) throw new InvalidRequestError('account')
    return own
  }
  const need = (name: string, method: string) => {
    const ready = getFeature(wallet, name, method)
    if (!ready) throw new UnsupportedMethodError(method)
    return ready
  }
  let activeReference = mainnet

  return inPageTransport(
    {
      async connect(target) {
        activeReference = target
        const response = await need('bitcoin:connect', 'connect')({ purposes })
        granted = toList(readProperty(response, 'accounts'))
        return present(granted.length > 0 ? granted : current(), target)
      },
      async resume(target) {
        activeReference = target
        try {
          await getFeature(wallet, 'standard:connect', 'connect')?.({ silent: true })
        } catch {
          // Connecting silently failed: use the accounts the wallet lists without a prompt.
        }
        return present(current(), target)
      },
      async switchNetwork(target) {
        const chain = toNetworkName(target, names)
        if (present(current(), target).network !== target) {
          const switchTo = getFeature(wallet, 'bitcoin:switchNetwork', 'switchNetwork')
          if (!switchTo) throw new ChainNotSupportedError()
          await switchTo({ chain })
        }
        activeReference = target
        return present(current(), target)
      },
      async signMessage({ message, address, protocol }) {
        // The standard lets the wallet choose the protocol.
        if (protocol) throw new UnsupportedMethodError('protocol')
        const sign = need('bitcoin:signMessage', 'signMessage')
        const account = accountOf(address)
        const [output] = toList(await sign({ account, message: new TextEncoder().encode(message) }))
        return { signature: base64.encode(toBytes(readProperty(output, 'signature'))) }
      },
      async signPsbt({ psbt, signInputs, broadcast }, network) {
        if (broadcast) throw new UnsupportedMethodError('broadcast')
        const sign = need('bitcoin:signTransaction', 'signTransaction')
        const inputsToSign = signInputs.map(({ address, index, sighashTypes }) => ({
          account: accountOf(address),
          signingIndexes: [index],
          ...(sighashTypes?.[0] !== undefined && { sigHash: flagOf(sighashTypes[0]) }),
        }))
        const chain = names[network]?.[0]
        const [output] = toList(
          await sign({ psbt: base64.decode(psbt), inputsToSign, ...(chain && { chain }) }),
        )
        return { psbt: base64.encode(toBytes(readProperty(output, 'signedPsbt'))) }
      },
      async sendTransfer() {
        throw new UnsupportedMethodError('sendTransfer')
      },
      on(event, listener) {
        const notify = (change: unknown) => {
          const now = readChange(change, activeReference)
          if (!now) return
          const hasMoved = now.network !== activeReference
          if (event === 'accounts' && !hasMoved) listener(now.addresses)
          if (event !== 'network' || !hasMoved) return
          activeReference = now.network
          listener(now)
        }
        // These wallets disconnect by listing no accounts.
        if (event === 'disconnect') return () => {}
        const features = {
          'standard:events': readProperty(readProperty(wallet, 'features'), 'bitcoin:events'),
        }
        const stops = [onStandardChange(wallet, notify), onStandardChange({ features }, notify)]
        return () => {
          for (const stop of stops) stop()
        }
      },
      disconnect: async () =>
        (
          getFeature(wallet, 'standard:disconnect', 'disconnect') ??
          getFeature(wallet, 'bitcoin:disconnect', 'disconnect')
        )?.(),
    },
    wallet,
  )
}

/** The accounts may be on several networks; those on the target network are preferred. */
function present(accounts: readonly unknown[], target: string) {
  const on = (reference: string) =>
    accounts.filter((account) => networksOf(account).includes(reference))
  const network = on(target).length > 0 ? target : (networksOf(accounts[0])[0] ?? target)
  const shown = on(network)
  return { network, addresses: (shown.length > 0 ? shown : accounts).map(toListed) }
}

/** Undefined for a change of anything else, and for objects whose getters throw. */
function readChange(change: unknown, activeReference: string) {
  try {
    const accounts = readProperty(change, 'accounts')
    return Array.isArray(accounts) ? present(toList(accounts), activeReference) : undefined
  } catch {
    return undefined
  }
}

function networksOf(account: unknown): readonly string[] {
  return toList(readProperty(account, 'chains')).flatMap((chain) => toReference(chain, names) ?? [])
}

function toListed(account: unknown): unknown {
  const key = readProperty(account, 'publicKey')
  return {
    address: readProperty(account, 'address'),
    publicKey: key instanceof Uint8Array ? hex.encode(Uint8Array.from(key)) : undefined,
    purpose: readProperty(account, 'purpose'),
  }
}

/** Empty for anything that is not a `Uint8Array` of this page; no valid result is empty. */
function toBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? Uint8Array.from(value) : new Uint8Array()
}

const flags: Readonly<Record<number, string>> = { 1: 'ALL', 2: 'NONE', 3: 'SINGLE' }

function flagOf(sighash: number): string {
  const flag = flags[sighash & 0x1f] ?? 'ALL'
  return sighash & 0x80 ? `${flag}|ANYONECANPAY` : flag
}
