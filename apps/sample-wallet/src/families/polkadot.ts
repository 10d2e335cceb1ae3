import { isRecord } from '@latchkey/wire/json'
import { bytesToHex, stringToBytes } from 'viem'
import { familyNetworkOf } from '../chain/familyNetwork.js'
import { RpcError } from '../chain/rpcError.js'
import { bytesOf } from '../polkadot/hex.js'
import { injectWeb3 } from '../polkadot/inject.js'
import {
  createPolkadotKeys,
  decodeAddress,
  encodeAddress,
  polkadotChains,
} from '../polkadot/keys.js'
import { payloadBytes } from '../polkadot/payload.js'
import { shortAddress } from '../requests/amount.js'
import type { SampleFamily, SampleRequest } from './sampleFamily.js'

/** Prefix byte for the signature type. */
const sr25519 = 1

/** Polkadot: one sr25519 key per account, real signatures, and no node to send anything to. */
export function createPolkadotFamily(): SampleFamily {
  const keyOf = createPolkadotKeys()
  const readers: Readonly<
    Record<string, (params: Record<string, unknown>, chain: string) => SampleRequest>
  > = {
    polkadot_signMessage({ address, message }, chain) {
      const signer = readAddress(address, chain)
      if (typeof message !== 'string') throw RpcError.invalidParams('There is no message.')
      const bytes = /^0x(?:[0-9a-f]{2})*$/i.test(message)
        ? bytesOf(message)
        : stringToBytes(message)
      return {
        description: {
          title: 'Sign message',
          sentence: 'This site asks you to sign this message. Signing costs nothing.',
          fields: [{ label: 'Account', value: shortAddress(signer), code: true }],
          text: { label: 'Message', value: new TextDecoder().decode(bytes) },
          approve: 'Sign',
        },
        signer,
        perform: async (account) => ({ signature: bytesToHex(keyOf(account).sign(wrap(bytes))) }),
      }
    },
    polkadot_signTransaction({ address, transactionPayload }, chain) {
      const signer = readAddress(address, chain)
      if (!isRecord(transactionPayload)) throw RpcError.invalidParams('There is no payload.')
      const bytes = payloadBytes(transactionPayload)
      return {
        description: {
          title: 'Sign transaction',
          sentence: 'This site asks you to sign a transaction.',
          fields: [
            { label: 'From', value: shortAddress(signer), code: true },
            { label: 'Network', value: familyNetworkOf(chain).name },
          ],
          text: { label: 'Call', value: String(transactionPayload.method), code: true },
          approve: 'Sign',
        },
        signer,
        perform: async (account) => ({
          signature: bytesToHex(Uint8Array.of(sr25519, ...keyOf(account).sign(bytes))),
        }),
      }
    },
  }

  return {
    namespace: 'polkadot',
    methods: Object.keys(readers),
    chains: Object.keys(polkadotChains),
    addresses: (account, chain) => [
      encodeAddress(keyOf(account).publicKey, polkadotChains[chain] ?? 42),
    ],
    read(method, params, chain) {
      const reader = readers[method]
      if (!reader) throw RpcError.unsupportedMethod(method)
      if (!isRecord(params)) throw RpcError.invalidParams('The parameters are missing.')
      return reader(params, chain)
    },
    inject: (page, pageWallet) => injectWeb3(page, pageWallet, keyOf),
  }
}

/** Encoded with the chain's own prefix. */
function readAddress(address: unknown, chain: string): string {
  const publicKey = decodeAddress(address)
  if (!publicKey) throw RpcError.invalidParams('There is no address.')
  return encodeAddress(publicKey, polkadotChains[chain] ?? 42)
}

/** Wraps messages so that none can be a transaction. */
function wrap(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(...stringToBytes('<Bytes>'), ...bytes, ...stringToBytes('</Bytes>'))
}
