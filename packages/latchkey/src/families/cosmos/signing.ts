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
import { decodeAddress, parseKeys } from './address.js'
import { messageDocument } from './adr36.js'
import { aminoBytes, decodeDocument, directBytes, isSameTransaction } from './documents.js'
import type {
  AminoSignDoc,
  CosmosAccount,
  CosmosAlgorithm,
  DirectSignDoc,
  MutableDirectSignDoc,
} from './provider.js'
import type { CosmosConnection } from './session.js'

/** The accounts with their public keys. A paired wallet is requested once. */
export async function readAccounts(
  connection: CosmosConnection,
): Promise<readonly CosmosAccount[]> {
  const { networkId } = connection.state()
  if (connection.keys().some(({ publicKey }) => publicKey === undefined)) {
    const reported = await connection.request({
      method: 'cosmos_getAccounts',
      params: {},
      network: networkId,
      timeout: limits.walletDecisionWait,
      parse: (response) => parseKeys(response, networkId, connection.prefixes),
    })
    connection.cacheKeys(reported)
  }
  return connection
    .keys()
    .flatMap(({ address, algo, publicKey }) =>
      publicKey === undefined
        ? []
        : [{ address, algo: algo as CosmosAlgorithm, pubkey: base64.decode(publicKey) }],
    )
}

export async function signDirect(
  connection: CosmosConnection,
  signerAddress: string,
  { bodyBytes, authInfoBytes, chainId, accountNumber }: DirectSignDoc,
): Promise<{ signed: MutableDirectSignDoc; signature: StdSignature }> {
  const requested = parseInput(() =>
    parseDirectDocument({
      chainId,
      accountNumber: String(accountNumber),
      bodyBytes: base64.encode(bodyBytes),
      authInfoBytes: base64.encode(authInfoBytes),
    }),
  )
  checkChain(connection, chainId)
  const { signed, signature } = await sign<DirectDocument>(connection, {
    method: 'cosmos_signDirect',
    signerAddress,
    document: requested,
    parse: (response) => parseSigned(response, parseDirectDocument),
    bytesOf: (document) => directBytes(decodeDocument(document)),
  })
  const document = decodeDocument(signed)
  if (!isSameTransaction(document, { bodyBytes, authInfoBytes, chainId, accountNumber })) {
    throw new MalformedAnswerError('cosmos_signDirect')
  }
  return { signed: document, signature }
}

export async function signAmino(
  connection: CosmosConnection,
  signerAddress: string,
  given: AminoSignDoc,
): Promise<Signed<AminoDocument>> {
  const document = parseInput(() => parseAminoDocument(given))
  checkChain(connection, document.chain_id)
  const response = await requestAmino(connection, signerAddress, document)
  const { fee: _fee, memo: _memo, ...requested } = document
  const { fee: _signedFee, memo: _signedMemo, ...signed } = response.signed
  if (!isEqualJson(requested, signed)) throw new MalformedAnswerError('cosmos_signAmino')
  return response
}

/** Signs a message (ADR-36), which no chain accepts as a transaction. */
export async function signArbitrary(
  connection: CosmosConnection,
  signerAddress: string,
  data: string | Uint8Array,
  signal?: AbortSignal,
): Promise<StdSignature> {
  const document = parseInput(() => messageDocument(signerAddress, data))
  const { signature, signed } = await requestAmino(connection, signerAddress, document, signal)
  if (!isEqualJson(document, signed)) throw new MalformedAnswerError('cosmos_signAmino')
  return signature
}

function requestAmino(
  connection: CosmosConnection,
  signerAddress: string,
  document: AminoDocument,
  signal?: AbortSignal,
): Promise<Signed<AminoDocument>> {
  return sign(connection, {
    method: 'cosmos_signAmino',
    signerAddress,
    document,
    parse: (response) => parseSigned(response, parseAminoDocument),
    bytesOf: aminoBytes,
    signal,
  })
}

/** Lets the wallet sign a document and verifies the signature. */
async function sign<document>(
  connection: CosmosConnection,
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
    readonly parse: (response: unknown) => Signed<document> | undefined
    /** The signed bytes of a document. */
    readonly bytesOf: (document: document) => Uint8Array
    readonly signal?: AbortSignal | undefined
  },
): Promise<Signed<document>> {
  const { address } = connection.getAccount({ address: signerAddress })
  const { networkId } = connection.state()
  // Load the curve first: if that fails, the user has not signed in vain.
  const { checkSigner } = await lazyImport(import('./signatures.js'))
  const response = await connection.request({
    method,
    params: { signerAddress: address, signDoc: document },
    network: networkId,
    timeout: limits.walletDecisionWait,
    signal,
    parse,
  })
  const account = decodeAddress(address, networkId, connection.prefixes)
  checkSigner({ bytes: bytesOf(response.signed), signature: response.signature, account })
  return response
}

function checkChain(connection: CosmosConnection, chainId: string): void {
  if (chainId !== referenceOf(connection.state().networkId))
    throw new InvalidRequestError('network')
}

function parseInput<value>(parse: () => value | undefined): value {
  let value: value | undefined
  try {
    value = parse()
  } catch (cause) {
    throw new InvalidRequestError('parameters', { cause })
  }
  if (value === undefined) throw new InvalidRequestError('parameters')
  return value
}

/** Both are plain data; the order of fields does not matter. */
function isEqualJson(one: object, other: object): boolean {
  const text = (document: object) => aminoBytes(document as AminoDocument).join()
  return text(one) === text(other)
}
