import type { NetworkId } from '@latchkey/wire/caip'
import { base58, base64 } from '@scure/base'
import type { WalletTransport } from '../../core/connection/family.js'
import { readProperty } from '../shared/walletError.js'
import { callWallet } from '../shared/walletRequest.js'
import { getFeature, onStandardChange, readList, toList } from '../shared/walletStandard.js'
import { readAddress } from './address.js'
import { mainnetId, standardName } from './networkIds.js'

/** Pairing methods and the Wallet Standard features for them. */
const featureNames: Readonly<Record<string, readonly [name: string, method: string]>> = {
  solana_requestAccounts: ['standard:connect', 'connect'],
  solana_getAccounts: ['standard:connect', 'connect'],
  solana_signMessage: ['solana:signMessage', 'signMessage'],
  solana_signTransaction: ['solana:signTransaction', 'signTransaction'],
  solana_signAllTransactions: ['solana:signTransaction', 'signTransaction'],
  solana_signAndSendTransaction: ['solana:signAndSendTransaction', 'signAndSendTransaction'],
  solana_signIn: ['solana:signIn', 'signIn'],
}

type Params = Readonly<Record<string, unknown>>

/** Serves the pairing methods with a wallet of the Wallet Standard. */
export function createInPageTransport(wallet: unknown): WalletTransport {
  const featureOf = (method: string) =>
    Object.hasOwn(featureNames, method) ? featureNames[method] : undefined
  const hasMethod = (method: string) => {
    const names = featureOf(method)
    return names !== undefined && getFeature(wallet, ...names) !== undefined
  }
  /** The wallet's own objects: it expects them back in requests. */
  const accounts = () => solanaAccounts(readProperty(wallet, 'accounts'))

  function accountOf(pubkey: unknown) {
    const own = accounts().find(({ address }) => address === pubkey)
    // EIP-1193: unauthorized.
    if (!own) throw rpcError(4100, 'The wallet does not have this account')
    return own.account
  }

  async function respond(method: string, params: Params, network: NetworkId): Promise<unknown> {
    const [name, featureMethod] = featureOf(method) ?? ['', '']
    // JSON-RPC: method not found.
    if (!hasMethod(method)) throw rpcError(-32_601, `The wallet has no ${method}`)
    const owner = readProperty(readProperty(wallet, 'features'), name)
    const call = (...input: readonly unknown[]) => callWallet(owner, featureMethod, ...input)
    const account = () => accountOf(params.pubkey)
    const chain = standardName(network)
    switch (method) {
      case 'solana_requestAccounts':
      case 'solana_getAccounts': {
        const isSilent = method === 'solana_getAccounts'
        const response = await call(...(isSilent ? [{ silent: true }] : []))
        const reported = solanaAccounts(readProperty(response, 'accounts'))
        return (reported.length > 0 ? reported : accounts()).map(({ address }) => ({
          pubkey: address,
        }))
      }
      case 'solana_signMessage': {
        const message = base58.decode(String(params.message))
        const [signed] = toList(await call({ account: account(), message }))
        return { signature: asText(base58, readProperty(signed, 'signature')) }
      }
      case 'solana_signTransaction': {
        const transaction = base64.decode(String(params.transaction))
        const [signed] = toList(await call({ account: account(), transaction, chain }))
        return { transaction: asText(base64, readProperty(signed, 'signedTransaction')) }
      }
      case 'solana_signAllTransactions': {
        const inputs = toList(params.transactions).map((text) => ({
          account: account(),
          transaction: base64.decode(String(text)),
          chain,
        }))
        const signed = toList(await call(...inputs))
        return {
          transactions: signed.map((one) => asText(base64, readProperty(one, 'signedTransaction'))),
        }
      }
      case 'solana_signAndSendTransaction': {
        const transaction = base64.decode(String(params.transaction))
        const options = params.sendOptions
        const input = { account: account(), transaction, chain, ...(options ? { options } : {}) }
        const [sent] = toList(await call(input))
        return { signature: asText(base58, readProperty(sent, 'signature')) }
      }
      default: {
        const [signed] = toList(await call(params))
        return {
          pubkey: readAddress(readProperty(readProperty(signed, 'account'), 'address')),
          signedMessage: asText(base64, readProperty(signed, 'signedMessage')),
          signature: asText(base58, readProperty(signed, 'signature')),
        }
      }
    }
  }

  return {
    provider: wallet,
    hasMethod,
    hasNetwork: (id) => toList(readProperty(wallet, 'chains')).includes(standardName(id)),
    request: async ({ method, params, network = mainnetId }) =>
      respond(method, Object(params) as Params, network),
    on(event, listener) {
      if (event !== 'accounts') return () => {}
      return onStandardChange(wallet, (change) => {
        const reported = readList(readProperty(change, 'accounts'))
        // An invalid list is not an empty one.
        if (!reported?.every((account) => readList(readProperty(account, 'chains')))) return
        listener(solanaAccounts(reported).map(({ address }) => ({ pubkey: address })))
      })
    },
    async close() {
      // Optional in the standard.
      await getFeature(wallet, 'standard:disconnect', 'disconnect')?.().catch(() => undefined)
    },
  }
}

/** Accounts on Solana: some wallets list accounts of several families. */
function solanaAccounts(list: unknown) {
  return toList(list).flatMap((account) => {
    const address = readAddress(readProperty(account, 'address'))
    const isHere = toList(readProperty(account, 'chains')).some(
      (chain) => typeof chain === 'string' && chain.startsWith('solana:'),
    )
    return address !== undefined && isHere ? [{ address, account }] : []
  })
}

/** Encodes bytes as pairing does; undefined for anything else. */
function asText(code: { encode(bytes: Uint8Array): string }, bytes: unknown): string | undefined {
  if (!ArrayBuffer.isView(bytes) || bytes.byteLength > maxResponseLength) return undefined
  return code.encode(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Base58 takes quadratic time. */
const maxResponseLength = 16_384

function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}
