import { isRecord } from '@latchkey/wire/json'
import { base64 } from '@scure/base'
import { familyNetworkOf } from '../chain/familyNetwork.js'
import { RpcError } from '../chain/rpcError.js'
import { aminoBytes, directBytes, messageOf, readDirect } from '../cosmos/documents.js'
import { injectKeplr } from '../cosmos/inject.js'
import { type CosmosKey, cosmosChains, createCosmosKeys } from '../cosmos/keys.js'
import { shortAddress } from '../requests/amount.js'
import type { Field } from '../requests/describeRequest.js'
import type { SampleFamily, SampleRequest } from './sampleFamily.js'

/** Cosmos: one key per account, real signatures, and no node to send anything to. */
export function createCosmosFamily(): SampleFamily {
  const keyOf = createCosmosKeys()
  const readers: Readonly<
    Record<string, (params: Record<string, unknown>, chain: string) => SampleRequest>
  > = {
    cosmos_getAccounts: (_, chain) => ({
      description: { title: 'Accounts', sentence: '', fields: [], approve: 'Show' },
      signer: keyOf(0).address(chain),
      needsNoApproval: true,
      perform: async (account) => [
        {
          algo: 'secp256k1',
          address: keyOf(account).address(chain),
          pubkey: base64.encode(keyOf(account).publicKey),
        },
      ],
    }),
    cosmos_signDirect({ signerAddress, signDoc }, chain) {
      const signer = readSigner(signerAddress)
      const document = readDirect(signDoc)
      requireChain(document.chainId, chain)
      return {
        description: {
          ...describeTransaction(signer, chain),
          text: { label: 'Body', value: base64.encode(document.bodyBytes), code: true },
        },
        signer,
        perform: async (account) => ({
          signature: signatureOf(keyOf(account), directBytes(document)),
          signed: {
            chainId: document.chainId,
            accountNumber: String(document.accountNumber),
            bodyBytes: base64.encode(document.bodyBytes),
            authInfoBytes: base64.encode(document.authInfoBytes),
          },
        }),
      }
    },
    cosmos_signAmino({ signerAddress, signDoc }, chain) {
      const signer = readSigner(signerAddress)
      if (!isRecord(signDoc)) throw RpcError.invalidParams('There is no document.')
      const message = messageOf(signDoc)
      if (message === undefined) requireChain(signDoc.chain_id, chain)
      return {
        description:
          message === undefined
            ? {
                ...describeTransaction(signer, chain),
                text: { label: 'Messages', value: JSON.stringify(signDoc.msgs, null, 2) },
              }
            : {
                title: 'Sign message',
                sentence: 'This site asks you to sign this message. Signing costs nothing.',
                fields: [accountField(signer)],
                text: { label: 'Message', value: message },
                approve: 'Sign',
              },
        signer,
        perform: async (account) => ({
          signature: signatureOf(keyOf(account), aminoBytes(signDoc)),
          signed: signDoc,
        }),
      }
    },
  }

  return {
    namespace: 'cosmos',
    methods: Object.keys(readers),
    chains: Object.keys(cosmosChains),
    addresses: (account, chain) => [keyOf(account).address(chain)],
    read(method, params, chain) {
      const reader = readers[method]
      if (!reader) throw RpcError.unsupportedMethod(method)
      return reader(isRecord(params) ? params : {}, chain)
    },
    inject: (page, pageWallet) => injectKeplr(page, pageWallet, keyOf),
  }
}

function signatureOf(key: CosmosKey, bytes: Uint8Array) {
  return {
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(key.publicKey) },
    signature: base64.encode(key.sign(bytes)),
  }
}

function describeTransaction(signer: string, chain: string) {
  return {
    title: 'Sign transaction',
    sentence: 'This site asks you to sign a transaction.',
    fields: [accountField(signer), { label: 'Network', value: familyNetworkOf(chain).name }],
    approve: 'Sign',
  }
}

const accountField = (signer: string): Field => ({
  label: 'Account',
  value: shortAddress(signer),
  code: true,
})

function readSigner(address: unknown): string {
  if (typeof address !== 'string') throw RpcError.invalidParams('There is no signer.')
  return address
}

function requireChain(chainId: unknown, chain: string): void {
  if (`cosmos:${String(chainId)}` !== chain) {
    throw RpcError.invalidParams('The document is for another chain.')
  }
}
