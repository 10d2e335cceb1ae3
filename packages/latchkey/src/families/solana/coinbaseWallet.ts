import { readProperty } from '../shared/walletError.js'
import { callWallet } from '../shared/walletRequest.js'
import { addressBytes } from './address.js'
import { type ReadTransaction, readTransaction, withSignature } from './transaction.js'

const chains = ['solana:mainnet']

type Input = { readonly account: { readonly address: string }; readonly transaction: Uint8Array }

/**
 * Wraps the object of older Coinbase extensions (wire protocols §11.1) as a Wallet Standard wallet. It
 * supports mainnet only and takes web3.js transactions.
 */
export function coinbaseWallet(extension: unknown): object {
  /** Undefined before the user has connected. */
  const currentAddress = (): string | undefined => {
    try {
      return (readProperty(extension, 'publicKey') as { toString(): string }).toString()
    } catch {
      return undefined
    }
  }
  let known: { readonly address: string } | undefined
  const accounts = () => {
    const address = currentAddress()
    const publicKey = addressBytes(address)
    if (address === undefined || !publicKey) return []
    if (known?.address !== address) {
      known = Object.assign({ address }, { publicKey, chains, features: [] })
    }
    return [known]
  }

  async function sign({ account: { address }, transaction }: Input) {
    const parsed = readTransaction(transaction)
    if (!parsed) throw new TypeError('Not a transaction')
    const request = toWeb3Transaction(parsed, address)
    const response = await callWallet(extension, 'signTransaction', request)
    return { signedTransaction: response === request ? request.serialize() : bytesOf(response) }
  }

  return {
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        async connect({ silent = false } = {}) {
          if (!silent) await callWallet(extension, 'connect')
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': { disconnect: () => callWallet(extension, 'disconnect') },
      'solana:signMessage': {
        async signMessage({ message }: { readonly message: Uint8Array }) {
          const response = await callWallet(extension, 'signMessage', message)
          return [{ signature: readProperty(response, 'signature') }]
        },
      },
      'solana:signTransaction': {
        async signTransaction(...inputs: readonly Input[]) {
          const signed: object[] = []
          for (const input of inputs) signed.push(await sign(input))
          return signed
        },
      },
    },
  }
}

/** The parts of a web3.js transaction that a wallet needs to sign it. */
function toWeb3Transaction(transaction: ReadTransaction, address: string) {
  const { message, signers, signatures } = transaction
  let signed = transaction.bytes
  return {
    version: ((message[0] ?? 0) & 0x80) === 0 ? 'legacy' : 0,
    feePayer: { toBase58: () => signers[0], toString: () => signers[0] },
    signatures,
    message: { serialize: () => message },
    serializeMessage: () => message,
    serialize: () => signed,
    addSignature(key: unknown, signature: Uint8Array) {
      const name = String(key)
      signed = withSignature(transaction, signers.includes(name) ? name : address, signature)
    },
  }
}

/** The bytes of a transaction object that the wallet created itself. */
function bytesOf(response: unknown): unknown {
  const serialize = readProperty(response, 'serialize')
  return typeof serialize === 'function'
    ? Reflect.apply(serialize, response, [{ requireAllSignatures: false, verifySignatures: false }])
    : undefined
}
