import { referenceOf } from '@latchkey/wire/caip'
import {
  type AminoDocument,
  type DirectDocument,
  parseAminoDocument,
  parseDirectDocument,
  parseSigned,
  type Signed,
  type StdSignature,
} from '@latchkey/wire/rpc/cosmos'
import { base64 } from '@scure/base'
import { InvalidRequestError, MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { decodeAddress, parseKeys } from './addresses.js'
import { messageDocument } from './adr36.js'
import { aminoBytes, decodeDocument, directBytes, isSameRequest } from './documents.js'
import type {
  AminoSignDoc,
  CosmosAccount,
  CosmosAlgorithm,
  DirectSignDoc,
  MutableDirectSignDoc,
} from './provider.js'
import type { CosmosConnection } from './session.js'

/** The accounts with their keys, which a paired wallet is asked for once. */
export async function readAccounts(live: CosmosConnection): Promise<readonly CosmosAccount[]> {
  const { networkId } = live.state()
  if (live.keys().some(({ publicKey }) => publicKey === undefined)) {
    const told = await live.ask({
      method: 'cosmos_getAccounts',
      params: {},
      network: networkId,
      limit: limits.walletDecisionWait,
      parse: (answer) => parseKeys(answer, networkId, live.prefixes),
    })
    live.learn(told)
  }
  return live
    .keys()
    .flatMap(({ address, algo, publicKey }) =>
      publicKey === undefined
        ? []
        : [{ address, algo: algo as CosmosAlgorithm, pubkey: base64.decode(publicKey) }],
    )
}

export async function signDirect(
  live: CosmosConnection,
  signerAddress: string,
  { bodyBytes, authInfoBytes, chainId, accountNumber }: DirectSignDoc,
): Promise<{ signed: MutableDirectSignDoc; signature: StdSignature }> {
  const asked = checked(() =>
    parseDirectDocument({
      chainId,
      accountNumber: String(accountNumber),
      bodyBytes: base64.encode(bodyBytes),
      authInfoBytes: base64.encode(authInfoBytes),
    }),
  )
  checkChain(live, chainId)
  const { signed, signature } = await sign<DirectDocument>(live, {
    method: 'cosmos_signDirect',
    signerAddress,
    document: asked,
    parse: (answer) => parseSigned(answer, parseDirectDocument),
    bytesOf: (document) => directBytes(decodeDocument(document)),
  })
  const document = decodeDocument(signed)
  if (!isSameRequest(document, { bodyBytes, authInfoBytes, chainId, accountNumber })) {
    throw new MalformedAnswerError('cosmos_signDirect')
  }
  return { signed: document, signature }
}

export async function signAmino(
  live: CosmosConnection,
  signerAddress: string,
  given: AminoSignDoc,
): Promise<Signed<AminoDocument>> {
  const document = checked(() => parseAminoDocument(given))
  checkChain(live, document.chain_id)
  const answer = await askAmino(live, signerAddress, document)
  const { fee: _fee, memo: _memo, ...asked } = document
  const { fee: _signedFee, memo: _signedMemo, ...signed } = answer.signed
  if (!isSameJson(asked, signed)) throw new MalformedAnswerError('cosmos_signAmino')
  return answer
}

/** A signature under a message (ADR-36), which no chain takes for a transaction. */
export async function signArbitrary(
  live: CosmosConnection,
  signerAddress: string,
  data: string | Uint8Array,
  signal?: AbortSignal,
): Promise<StdSignature> {
  const document = checked(() => messageDocument(signerAddress, data))
  const { signature, signed } = await askAmino(live, signerAddress, document, signal)
  if (!isSameJson(document, signed)) throw new MalformedAnswerError('cosmos_signAmino')
  return signature
}

function askAmino(
  live: CosmosConnection,
  signerAddress: string,
  document: AminoDocument,
  signal?: AbortSignal,
): Promise<Signed<AminoDocument>> {
  return sign(live, {
    method: 'cosmos_signAmino',
    signerAddress,
    document,
    parse: (answer) => parseSigned(answer, parseAminoDocument),
    bytesOf: aminoBytes,
    signal,
  })
}

/** Has the wallet sign a document, and makes sure that the account's key did. */
async function sign<document>(
  live: CosmosConnection,
  {
    method,
    signerAddress,
    document,
    parse,
    bytesOf,
    signal,
  }: {
    readonly method: string
    readonly signerAddress: string
    readonly document: document
    readonly parse: (answer: unknown) => Signed<document> | undefined
    /** What of a document is signed. */
    readonly bytesOf: (document: document) => Uint8Array
    readonly signal?: AbortSignal | undefined
  },
): Promise<Signed<document>> {
  const { address } = live.ownAccount({ address: signerAddress })
  const { networkId } = live.state()
  // The curve comes before the wallet is asked: no signing in vain.
  const { checkSigner } = await lazyImport(import('./signatures.js'))
  const answer = await live.ask({
    method,
    params: { signerAddress: address, signDoc: document },
    network: networkId,
    limit: limits.walletDecisionWait,
    signal,
    parse,
  })
  const account = decodeAddress(address, networkId, live.prefixes)
  checkSigner({ bytes: bytesOf(answer.signed), signature: answer.signature, account })
  return answer
}

function checkChain(live: CosmosConnection, chainId: string): void {
  if (chainId !== referenceOf(live.state().networkId)) throw new InvalidRequestError('network')
}

function checked<value>(parse: () => value | undefined): value {
  let value: value | undefined
  try {
    value = parse()
  } catch (cause) {
    throw new InvalidRequestError('parameters', { cause })
  }
  if (value === undefined) throw new InvalidRequestError('parameters')
  return value
}

/** Both are plain data, and the order of fields does not count. */
function isSameJson(one: object, other: object): boolean {
  const text = (document: object) => aminoBytes(document as AminoDocument).join()
  return text(one) === text(other)
}
