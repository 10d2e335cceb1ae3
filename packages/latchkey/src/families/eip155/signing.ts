import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { EvmConnection } from './session.js'

type SignParameters = {
  readonly address: string
  readonly signal?: AbortSignal | undefined
}

/** Signs a message and verifies that the account did. */
export async function signPersonal(
  connection: EvmConnection,
  { message, ...parameters }: SignParameters & { readonly message: Hex },
): Promise<Hex> {
  const { hashMessage } = await loadSignatures()
  return sign(connection, {
    ...parameters,
    hash: hashMessage(message),
    method: 'personal_sign',
    params: [message, parameters.address],
  })
}

/** Signs EIP-712 data and verifies that the account did. */
export async function signTypedData(
  connection: EvmConnection,
  { data, ...parameters }: SignParameters & { readonly data: unknown },
): Promise<Hex> {
  const { parseTypedData, hashTypedData } = await loadSignatures()
  let text: string
  let hash: Uint8Array
  try {
    const typedData = parseTypedData(data)
    hash = hashTypedData(typedData)
    text = JSON.stringify(typedData)
  } catch (cause) {
    throw new InvalidRequestError('parameters', { cause })
  }
  return sign(connection, {
    ...parameters,
    hash,
    method: 'eth_signTypedData_v4',
    params: [parameters.address, text],
  })
}

export function signText(
  connection: EvmConnection,
  { text, ...parameters }: SignParameters & { readonly text: string },
): Promise<Hex> {
  return signPersonal(connection, { ...parameters, message: textToHex(text) })
}

export function textToHex(text: string): Hex {
  return `0x${bytesToHex(utf8ToBytes(text))}`
}

async function sign(
  connection: EvmConnection,
  {
    address,
    hash,
    method,
    params,
    signal,
  }: SignParameters & {
    readonly hash: Uint8Array
    readonly method: string
    readonly params: readonly unknown[]
  },
): Promise<Hex> {
  const { checkSigner } = await loadSignatures()
  const network = connection.activeNetwork()
  const signature = await connection.request({
    method,
    params,
    timeout: limits.walletDecisionWait,
    signal,
    parse: parseSignature,
  })
  await checkSigner({
    hash,
    signature,
    address: address as Hex,
    network,
    endpoints: connection.endpoints,
    signal: signal ?? connection.signal,
  })
  return signature
}

/** The shortest signature the specification (§5) allows has 62 digits. */
const minSignatureLength = 62

function parseSignature(value: unknown): Hex | undefined {
  const signature = parseData(value)
  return signature && signature.length - 2 >= minSignatureLength ? signature : undefined
}

/** Loaded before the request, so that a failed download wastes no signature. */
function loadSignatures() {
  return lazyImport(import('./signatures.js'))
}
