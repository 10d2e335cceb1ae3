import { RpcError } from '../chain/rpcError.js'
import type { PageWallet } from '../families/sampleFamily.js'
import { registerStandard } from '../inPage/registerStandard.js'
import { type BitcoinKeys, bitcoinChains } from './keys.js'
import { type BitcoinPage, createBitcoinPage, fromBase64, toBase64 } from './page.js'

const standardNames: Readonly<Record<string, string>> = Object.fromEntries(
  bitcoinChains.map((chain, index) => [
    chain,
    `bitcoin:${['mainnet', 'testnet', 'signet'][index]}`,
  ]),
)

type Account = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** Registers by the Wallet Standard. */
export function injectStandard(page: Window, pageWallet: PageWallet, keys: BitcoinKeys): void {
  const listeners = new Set<(change: { accounts: readonly Account[] }) => void>()
  const bitcoinPage: BitcoinPage = createBitcoinPage(pageWallet, keys)
  const features = ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction']
  const accounts = (): readonly Account[] =>
    bitcoinPage.visible().map(({ address, publicKey }) => ({
      address,
      publicKey: Uint8Array.from(publicKey),
      chains: [standardNames[bitcoinPage.chain()] ?? ''],
      features,
    }))
  const notify = () => {
    for (const listener of listeners) listener({ accounts: accounts() })
  }
  bitcoinPage.onChange(notify)
  const connect = async ({ silent = false } = {}) => {
    if (!silent) await bitcoinPage.connect()
    return { accounts: accounts() }
  }

  const wallet = {
    version: '1.0.0',
    name: pageWallet.name,
    icon: pageWallet.icon,
    chains: Object.values(standardNames),
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => pageWallet.disconnect() },
      'standard:events': {
        version: '1.0.0',
        on(_event: 'change', listener: (change: { accounts: readonly Account[] }) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'bitcoin:connect': { version: '1.0.0', connect: () => connect() },
      'bitcoin:switchNetwork': {
        version: '1.0.0',
        async switchNetwork({ chain }: { chain: string }) {
          const requested = bitcoinChains.find((known) => standardNames[known] === chain)
          if (!requested) throw RpcError.unrecognizedChain(chain)
          bitcoinPage.move(requested)
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: { account: Account; message: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ account: { address }, message }) => {
              const text = new TextDecoder().decode(message)
              const params = { account: address, address, message: text }
              const { signature } = (await bitcoinPage.request('signMessage', params)) as {
                signature: string
              }
              const bytes = Uint8Array.from(signature.match(/../g) ?? [], (byte) =>
                Number.parseInt(byte, 16),
              )
              return { signedMessage: message, signature: bytes }
            }),
          ),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (
          ...inputs: {
            psbt: Uint8Array
            inputsToSign: { account: Account; signingIndexes: number[] }[]
          }[]
        ) =>
          Promise.all(
            inputs.map(async ({ psbt, inputsToSign }) => {
              const signInputs = inputsToSign.flatMap(({ account, signingIndexes }) =>
                signingIndexes.map((index) => ({ address: account.address, index })),
              )
              const signed = (await bitcoinPage.request('signPsbt', {
                account: signInputs[0]?.address,
                psbt: toBase64(psbt),
                signInputs,
                broadcast: false,
              })) as { psbt: string }
              return { signedPsbt: fromBase64(signed.psbt) }
            }),
          ),
      },
    },
  }

  registerStandard(page, wallet)
}
