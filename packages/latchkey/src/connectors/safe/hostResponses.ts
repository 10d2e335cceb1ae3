import {
  type Hex,
  parseAddress,
  parseChainId,
  parseData,
  parseHash,
} from '@latchkey/wire/rpc/eip155'

/** An EIP-1193 error that the connector throws itself. */
export class RpcError extends Error {
  override readonly name = 'RpcFault'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export const rpcErrorCodes = {
  refused: 4001,
  otherAccount: 4100,
  unsupportedMethod: 4200,
  otherChain: 4901,
  unknownChain: 4902,
  unsupportedCapability: 5700,
  repeatedCalls: 5720,
  unknownCalls: 5730,
  invalidParameters: -32_602,
  internal: -32_603,
} as const

/** A host's response. */
export type HostResponse =
  | { readonly id: string; readonly success: true; readonly data: unknown }
  | { readonly id: string; readonly success: false; readonly error: string }

/** Characters of an error that are passed on. */
const maxErrorLength = 1_000

export function parseHostResponse(value: unknown): HostResponse | undefined {
  const { id, success, data, error, version } = toFields(value)
  if (typeof id !== 'string' || typeof version !== 'string' || !/^[1-9]/.test(version)) return
  if (success === true) return { id, success, data }
  if (success !== false) return undefined
  return { id, success, error: typeof error === 'string' ? error.slice(0, maxErrorLength) : '' }
}

export type SafeInfo = {
  readonly address: Hex
  /** In decimal. */
  readonly chainId: string
}

export function parseSafe(value: unknown): SafeInfo | undefined {
  const { safeAddress, chainId } = toFields(value)
  const address = parseAddress(safeAddress)
  const reference = parseChainId(chainId)
  return address && reference !== undefined ? { address, chainId: reference } : undefined
}

/** A message that is signed, one that waits for more owners, or one that a transaction signs. */
export type Signed =
  | { readonly signature: Hex }
  | { readonly waiting: Hex }
  | { readonly onChain: Hex }

export function parseSigned(value: unknown): Signed | undefined {
  const { signature, messageHash, safeTxHash } = toFields(value)
  const signed = parseSignature(signature)
  if (signed) return { signature: signed }
  const waiting = parseHash(messageHash)
  if (waiting) return { waiting }
  const onChain = parseHash(safeTxHash)
  return onChain && { onChain }
}

/** Undefined for an empty signature: too few owners have signed. */
export function parseSignature(value: unknown): Hex | undefined {
  const signature = parseData(value)
  return signature === '0x' ? undefined : signature
}

export function parseProposed(value: unknown): Hex | undefined {
  return parseHash(toFields(value).safeTxHash)
}

export type ProposalStatus = 'waiting' | 'sent' | 'failed' | 'cancelled'

const states: ReadonlyMap<unknown, ProposalStatus> = new Map([
  ['AWAITING_CONFIRMATIONS', 'waiting'],
  ['AWAITING_EXECUTION', 'waiting'],
  ['SUCCESS', 'sent'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
])

/** The status of a transaction that its owners have to confirm, with its hash once known. */
export function parseDetails(
  value: unknown,
): { readonly state: ProposalStatus; readonly hash: Hex | undefined } | undefined {
  const { txStatus, txHash } = toFields(value)
  const hash = parseHash(txHash)
  const state = states.get(txStatus)
  if (state === undefined) return hash && { state: 'sent', hash }
  // Executed, but the host does not know the hash yet.
  return { state: state === 'sent' && !hash ? 'waiting' : state, hash }
}

export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
