import {
  type Hex,
  parseAddress,
  parseChainId,
  parseData,
  parseHash,
} from '@latchkey/wire/rpc/eip155'

/** What a connector itself has to refuse, in the terms of EIP-1193 that a wallet would use. */
export class RpcFault extends Error {
  override readonly name = 'RpcFault'

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export const faultCodes = {
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

/** What a host says, in the few terms it is taken at its word for. Undefined for what makes no sense. */
export type HostAnswer =
  | { readonly id: string; readonly success: true; readonly data: unknown }
  | { readonly id: string; readonly success: false; readonly error: string }

/** Characters of an error that are passed on. */
const maxErrorLength = 1_000

export function parseAnswer(value: unknown): HostAnswer | undefined {
  const { id, success, data, error, version } = fieldsOf(value)
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
  const { safeAddress, chainId } = fieldsOf(value)
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
  const { signature, messageHash, safeTxHash } = fieldsOf(value)
  const signed = parseSignature(signature)
  if (signed) return { signature: signed }
  const waiting = parseHash(messageHash)
  if (waiting) return { waiting }
  const onChain = parseHash(safeTxHash)
  return onChain && { onChain }
}

/** Undefined for none: a message that too few owners have signed has an empty one. */
export function parseSignature(value: unknown): Hex | undefined {
  const signature = parseData(value)
  return signature === '0x' ? undefined : signature
}

export function parseProposed(value: unknown): Hex | undefined {
  return parseHash(fieldsOf(value).safeTxHash)
}

export type ProposalState = 'waiting' | 'sent' | 'failed' | 'cancelled'

const states: ReadonlyMap<unknown, ProposalState> = new Map([
  ['AWAITING_CONFIRMATIONS', 'waiting'],
  ['AWAITING_EXECUTION', 'waiting'],
  ['SUCCESS', 'sent'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
])

/** What became of a transaction its owners have to agree on, with its hash once it has one. */
export function parseDetails(
  value: unknown,
): { readonly state: ProposalState; readonly hash: Hex | undefined } | undefined {
  const { txStatus, txHash } = fieldsOf(value)
  const hash = parseHash(txHash)
  const state = states.get(txStatus)
  if (state === undefined) return hash && { state: 'sent', hash }
  // Executed a moment ago: the host knows before it knows where.
  return { state: state === 'sent' && !hash ? 'waiting' : state, hash }
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
