import { base58, base64 } from '@scure/base'
import { RpcError } from '../chain/rpcError.js'
import type { PageWallet } from '../families/sampleFamily.js'
import { registerStandard } from '../inPage/registerStandard.js'
import type { SolanaKeys } from './keys.js'

type Account = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

type Input = {
  readonly account: Account
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}

/** Registers by the Wallet Standard. */
export function injectStandard(
  page: Window,
  pageWallet: PageWallet,
  keys: SolanaKeys,
  chains: Readonly<Record<string, string>>,
): void {
  const names = Object.keys(chains)
  const signing = ['signMessage', 'signTransaction', 'signAndSendTransaction'].map(
    (name) => `solana:${name}`,
  )
  /** The same object for the same account, because sites compare them. */
  const known = new Map<number, Account>()
  const listeners = new Set<(change: { accounts: readonly Account[] }) => void>()
  const accountOf = (index: number): Account => {
    const { address, publicKey } = keys(index)
    const account = known.get(index) ?? { address, publicKey, chains: names, features: signing }
    known.set(index, account)
    return account
  }
  const accounts = () => pageWallet.accounts().map(accountOf)
  const notify = () => {
    for (const listener of listeners) listener({ accounts: accounts() })
  }
  pageWallet.on('accounts', notify)
  pageWallet.on('disconnect', notify)

  const caip2 = (name = 'solana:mainnet') => {
    const chain = chains[name]
    if (!chain) throw RpcError.unrecognizedChain(name)
    return chain
  }
  const requestWallet = async (method: string, params: object, chain?: string) =>
    (await pageWallet.request(method, params, caip2(chain))) as Record<string, string>

  const wallet = {
    version: '1.0.0',
    name: pageWallet.name,
    icon: pageWallet.icon,
    chains: names,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (!silent) await pageWallet.connect(caip2())
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => pageWallet.disconnect() },
      'standard:events': {
        version: '1.0.0',
        on(_event: 'change', listener: (change: { accounts: readonly Account[] }) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        async signMessage({ account, message }: { account: Account; message: Uint8Array }) {
          const params = { message: base58.encode(message), pubkey: account.address }
          const { signature = '' } = await requestWallet('solana_signMessage', params)
          return [{ signedMessage: message, signature: base58.decode(signature) }]
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signTransaction(...inputs: readonly Input[]) {
          const [first] = inputs
          if (!first) return []
          const pubkey = first.account.address
          const texts = inputs.map(({ transaction }) => base64.encode(transaction))
          const signed =
            texts.length === 1
              ? [
                  (
                    await requestWallet(
                      'solana_signTransaction',
                      { transaction: texts[0], pubkey },
                      first.chain,
                    )
                  ).transaction ?? '',
                ]
              : ((
                  await requestWallet(
                    'solana_signAllTransactions',
                    { transactions: texts, pubkey },
                    first.chain,
                  )
                ).transactions as unknown as string[])
          return signed.map((text) => ({ signedTransaction: base64.decode(text) }))
        },
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signAndSendTransaction({ account, transaction, chain, options }: Input) {
          const params = {
            transaction: base64.encode(transaction),
            pubkey: account.address,
            ...(options && { sendOptions: options }),
          }
          const { signature = '' } = await requestWallet(
            'solana_signAndSendTransaction',
            params,
            chain,
          )
          return [{ signature: base58.decode(signature) }]
        },
      },
      'solana:signIn': {
        version: '1.0.0',
        async signIn(input: Readonly<Record<string, unknown>> = {}) {
          if (accounts().length === 0) await pageWallet.connect(caip2())
          const [account] = accounts()
          const params = { ...input, domain: input.domain ?? page.location.host }
          const { signature = '', signedMessage = '' } = await requestWallet('solana_signIn', {
            ...params,
            address: account?.address,
          })
          return [
            {
              account,
              signature: base58.decode(signature),
              signedMessage: base58.decode(signedMessage),
            },
          ]
        },
      },
    },
  }
  registerStandard(page, wallet)
}
