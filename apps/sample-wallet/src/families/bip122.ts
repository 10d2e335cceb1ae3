import { isRecord } from '@latchkey/wire/json'
import { injectSats } from '../bitcoin/injectSats.js'
import { injectStandard } from '../bitcoin/injectStandard.js'
import { type BitcoinKey, bitcoinChains, createBitcoinKeys } from '../bitcoin/keys.js'
import { toBase64 } from '../bitcoin/page.js'
import { isAddress, payFrom, paymentsOf, readPsbt, signInputs } from '../bitcoin/psbt.js'
import { type Protocol, signText } from '../bitcoin/signMessage.js'
import { familyNetworkOf } from '../chain/familyNetwork.js'
import { RpcError } from '../chain/rpcError.js'
import { formatExactAmount, shortAddress } from '../requests/amount.js'
import type { Field } from '../requests/describeRequest.js'
import type { SampleFamily, SampleRequest } from './sampleFamily.js'

/** Bitcoin: a segwit and a taproot address per account, real signatures, and no node to send anything to. */
export function createBip122Family(): SampleFamily {
  const keys = createBitcoinKeys()
  /** The account's key for the given address type. */
  const keyOf = (account: number, chain: string, address: string): BitcoinKey => {
    const [payment, ordinal] = keys(account, chain)
    return /^(bc|tb)1p/.test(address) ? ordinal : payment
  }
  const readers: Readonly<
    Record<string, (params: Record<string, unknown>, chain: string) => SampleRequest>
  > = {
    getAccountAddresses: ({ account }, chain) => ({
      description: { title: 'Addresses', sentence: '', fields: [], approve: 'Show' },
      signer: text(account),
      needsNoApproval: true,
      perform: async (index) =>
        keys(index, chain).map(({ address, publicKey, path, purpose }) => ({
          address,
          publicKey: hexOf(publicKey),
          path,
          intention: purpose,
        })),
    }),
    signMessage({ message, account, address, protocol }, chain) {
      const signer = text(address ?? account)
      const content = text(message)
      const way = readProtocol(protocol)
      return {
        description: {
          title: 'Sign message',
          sentence: 'This site asks you to sign this message. Signing costs nothing.',
          fields: [{ label: 'Account', value: shortAddress(signer), code: true }],
          text: { label: 'Message', value: content },
          approve: 'Sign',
        },
        signer,
        async perform(index) {
          const key = keyOf(index, chain, signer)
          const signature = await signText(content, key, way)
          return { address: key.address, signature: hexOf(signature) }
        },
      }
    },
    signPsbt({ psbt, signInputs: requested, broadcast }, chain) {
      const inputs = readInputs(requested)
      const [{ address: signer }] = inputs
      const payments = paymentsOf(readPsbt(psbt), chain)
      const { symbol } = familyNetworkOf(chain)
      return {
        description: {
          title: 'Sign transaction',
          sentence: `This site asks you to sign ${inputs.length} of this transaction's inputs.`,
          fields: payments.map(
            ({ to, amount }): Field => ({
              label: shortAddress(to),
              value: `${formatExactAmount(amount, 8)} ${symbol}`,
            }),
          ),
          approve: broadcast === true ? 'Send' : 'Sign',
        },
        signer,
        async perform(index) {
          const transaction = readPsbt(psbt)
          for (const input of inputs) {
            signInputs(transaction, [input], keyOf(index, chain, input.address))
          }
          if (broadcast !== true) return { psbt: toBase64(transaction.toPSBT()) }
          transaction.finalize()
          return { psbt: toBase64(transaction.toPSBT()), txid: transaction.id }
        },
      }
    },
    sendTransfer({ account, recipientAddress, amount }, chain) {
      const signer = text(account)
      const { symbol } = familyNetworkOf(chain)
      if (!isAddress(recipientAddress, chain)) throw RpcError.invalidParams('No such address.')
      if (typeof amount !== 'string' || !/^[1-9]\d{0,15}$/.test(amount))
        throw RpcError.invalidParams('The amount is in whole satoshi.')
      return {
        description: {
          title: 'Send',
          sentence: `This site asks you to send ${symbol}.`,
          amount: `${formatExactAmount(BigInt(amount), 8)} ${symbol}`,
          fields: [
            { label: 'To', value: recipientAddress, code: true },
            { label: 'From', value: shortAddress(signer), code: true },
          ],
          approve: 'Send',
        },
        signer,
        async perform(index) {
          const key = keyOf(index, chain, signer)
          return { txid: payFrom(key, recipientAddress, BigInt(amount), chain).id }
        },
      }
    },
  }

  return {
    namespace: 'bip122',
    methods: Object.keys(readers),
    chains: bitcoinChains,
    addresses: (account, chain) => keys(account, chain).map(({ address }) => address),
    read(method, params, chain) {
      const reader = readers[method]
      if (!reader) throw RpcError.unsupportedMethod(method)
      if (!isRecord(params)) throw RpcError.invalidParams('Parameters are an object.')
      return reader(params, chain)
    },
    inject(page, pageWallet) {
      // Wallets are recognized by their interface, so the name selects which one to expose.
      const inject = pageWallet.name.startsWith('Xverse') ? injectSats : injectStandard
      inject(page, pageWallet, keys)
    },
  }
}

type Input = { readonly address: string; readonly index: number; readonly sighashTypes?: number[] }

function readInputs(value: unknown): readonly [Input, ...Input[]] {
  const list = Array.isArray(value) ? value : []
  const inputs = list.map((entry): Input => {
    if (!isRecord(entry) || !Number.isInteger(entry.index))
      throw RpcError.invalidParams('An input is missing its index.')
    const { address, index, sighashTypes } = entry
    return {
      address: text(address),
      index: index as number,
      ...(Array.isArray(sighashTypes) && { sighashTypes: sighashTypes.map(Number) }),
    }
  })
  const [first, ...rest] = inputs
  if (!first) throw RpcError.invalidParams('No input is named.')
  return [first, ...rest]
}

function readProtocol(value: unknown): Protocol | undefined {
  if (value === undefined || value === 'ecdsa' || value === 'bip322') return value
  throw RpcError.invalidParams('Messages are signed with ecdsa or bip322.')
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw RpcError.invalidParams('Text is missing.')
  return value
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
