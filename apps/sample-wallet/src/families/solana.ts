import { isRecord } from '@latchkey/wire/json'
import { base58, base64 } from '@scure/base'
import { localSolana } from '../chain/familyNetwork.js'
import { callNode } from '../chain/rpc.js'
import { RpcError } from '../chain/rpcError.js'
import { shortAddress } from '../requests/amount.js'
import { movesOf } from '../solana/describeInstruction.js'
import { injectStandard } from '../solana/injectStandard.js'
import { createSolanaKeys } from '../solana/keys.js'
import { readTransaction, type SolanaTransaction, withSignature } from '../solana/transaction.js'
import type { SampleFamily, SampleRequest } from './sampleFamily.js'

const standardChains: Readonly<Record<string, string>> = {
  'solana:mainnet': localSolana,
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}
const maxTransactions = 50

type Params = Readonly<Record<string, unknown>>

/** Solana: real ed25519 signatures, and transactions sent through the chain's node. */
export function createSolanaFamily(): SampleFamily {
  const keys = createSolanaKeys()

  const sign = (account: number, transaction: SolanaTransaction) => {
    const { address, sign: signWith } = keys(account)
    if (!transaction.signers.includes(address)) throw RpcError.unauthorized()
    return withSignature(transaction, address, signWith(transaction.message))
  }
  const describeSigning = (
    transactions: readonly SolanaTransaction[],
    chain: string,
    approve: 'Sign' | 'Send',
  ) => ({
    title: approve === 'Send' ? 'Send transaction' : 'Sign transaction',
    sentence: 'This site asks you to sign what follows.',
    fields: transactions.flatMap((transaction) => movesOf(transaction, chain)),
    approve,
  })
  const accountsShown = (): SampleRequest => ({
    description: { title: 'Accounts', sentence: '', fields: [], approve: 'Show' },
    signer: keys(0).address,
    needsNoApproval: true,
    perform: async (account) => [{ pubkey: keys(account).address }],
  })

  const readers: Readonly<Record<string, (params: Params, chain: string) => SampleRequest>> = {
    solana_getAccounts: accountsShown,
    solana_requestAccounts: accountsShown,
    solana_signMessage({ message, pubkey }) {
      const bytes = decode(message)
      return {
        description: {
          title: 'Sign message',
          sentence: 'This site asks you to sign this message. Signing costs nothing.',
          fields: [{ label: 'Account', value: shortAddress(text(pubkey)), code: true }],
          text: { label: 'Message', value: new TextDecoder().decode(bytes) },
          approve: 'Sign',
        },
        signer: text(pubkey),
        perform: async (account) => ({ signature: base58.encode(keys(account).sign(bytes)) }),
      }
    },
    solana_signIn({ address, domain, statement, nonce }) {
      const content = [
        `${text(domain)} wants you to sign in with your Solana account:`,
        text(address),
        ...(statement === undefined ? [] : ['', text(statement)]),
        ...(nonce === undefined ? [] : ['', `Nonce: ${text(nonce)}`]),
      ].join('\n')
      return {
        description: {
          title: 'Sign in',
          sentence: `Sign in to ${text(domain)}.`,
          fields: [{ label: 'Account', value: shortAddress(text(address)), code: true }],
          text: { label: 'Message', value: content },
          approve: 'Sign in',
        },
        signer: text(address),
        async perform(account) {
          const bytes = new TextEncoder().encode(content)
          return {
            signedMessage: base58.encode(bytes),
            signature: base58.encode(keys(account).sign(bytes)),
          }
        },
      }
    },
    solana_signTransaction({ transaction, pubkey }, chain) {
      const read = readText(transaction)
      return {
        description: describeSigning([read], chain, 'Sign'),
        signer: signerOf(read, pubkey),
        perform: async (account) => ({ transaction: base64.encode(sign(account, read)) }),
      }
    },
    solana_signAllTransactions({ transactions, pubkey }, chain) {
      const list = Array.isArray(transactions) ? transactions : []
      if (list.length === 0 || list.length > maxTransactions)
        throw RpcError.invalidParams('There are no transactions, or too many.')
      const read = list.map(readText)
      return {
        description: describeSigning(read, chain, 'Sign'),
        signer: signerOf(read[0], pubkey),
        perform: async (account) => ({
          transactions: read.map((one) => base64.encode(sign(account, one))),
        }),
      }
    },
    solana_signAndSendTransaction({ transaction, pubkey, sendOptions }, chain) {
      const read = readText(transaction)
      return {
        description: describeSigning([read], chain, 'Send'),
        signer: signerOf(read, pubkey),
        async perform(account, nodeUrl) {
          if (!nodeUrl) throw RpcError.chainDisconnected('This wallet has no node for the chain.')
          const wire = base64.encode(sign(account, read))
          const options = { ...(isRecord(sendOptions) && sendOptions), encoding: 'base64' }
          return { signature: await callNode(nodeUrl, 'sendTransaction', [wire, options]) }
        },
      }
    },
  }

  return {
    namespace: 'solana',
    methods: Object.keys(readers),
    chains: Object.values(standardChains),
    addresses: (account) => [keys(account).address],
    read(method, params, chain) {
      const reader = readers[method]
      if (!reader) throw RpcError.unsupportedMethod(method)
      return reader(isRecord(params) ? params : {}, chain)
    },
    inject: (page, pageWallet) => injectStandard(page, pageWallet, keys, standardChains),
  }
}

/** The signer: named by the site, otherwise the fee payer. */
function signerOf(transaction: SolanaTransaction | undefined, pubkey: unknown): string {
  return pubkey === undefined ? (transaction?.signers[0] ?? '') : text(pubkey)
}

function readText(transaction: unknown): SolanaTransaction {
  try {
    return readTransaction(base64.decode(text(transaction)))
  } catch (cause) {
    throw cause instanceof RpcError ? cause : RpcError.invalidParams('Not a transaction.')
  }
}

function decode(message: unknown): Uint8Array {
  try {
    return base58.decode(text(message))
  } catch (cause) {
    throw cause instanceof RpcError ? cause : RpcError.invalidParams('Not in base 58.')
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw RpcError.invalidParams('Text is missing.')
  return value
}
