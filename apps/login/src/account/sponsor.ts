import { isRecord } from '@latchkey/wire/json'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseData,
  parseLooseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { ChainError, type PaymasterCall } from '../api/chains.js'
import { LoginError } from '../loginError.js'
import { chainNumber } from './evmAccount.js'
import { type Operation, toRpcOperation } from './operation.js'
import { readableText } from './text.js'

/** Pays an operation instead of the account (ERC-7677). Rejects with a `SponsorError` if it does not. */
export type Sponsor = {
  /** Fields as long as the final ones, for the estimate. */
  stub(chainId: string, operation: Operation, signal: AbortSignal): Promise<Sponsored>
  /** Fields for the operation as it will be signed. */
  pay(chainId: string, operation: Operation, signal: AbortSignal): Promise<Sponsored>
}

export type Sponsored = {
  /** The sponsor's name for itself. */
  readonly name: string | undefined
  readonly fields: {
    readonly paymaster: Hex
    readonly paymasterData: Hex
    readonly paymasterVerificationGasLimit: bigint
    readonly paymasterPostOpGasLimit: bigint
  }
}

/** What a site asks with the capability `paymasterService`. */
export type SponsorRequest = {
  readonly url: string
  readonly context: Readonly<Record<string, unknown>>
}

/** Nobody paid, so nothing was sent. */
export class SponsorError extends LoginError {
  override readonly isUnsponsored = true

  constructor(why: string, { code = -32_000, cause }: { code?: number; cause?: unknown } = {}) {
    super(
      { code: 'chain-fault', rpcCode: code, message: `The fee was not paid by the site: ${why}` },
      { cause },
    )
  }
}

/** More than any paymaster of ours needs. */
const maxGas = 500_000n
const usualGas = 60_000n
const maxDataBytes = 2_048
const maxNameLength = 32

export function createSponsor(
  request: PaymasterCall,
  { url, context }: SponsorRequest,
  /** The only contract that may pay on this chain. */
  paymaster: Hex,
): Sponsor {
  const ask =
    (method: string) =>
    async (chainId: string, operation: Operation, signal: AbortSignal): Promise<Sponsored> => {
      const { signature: _, ...unsigned } = toRpcOperation(operation)
      const chain = toQuantity(BigInt(chainNumber(chainId)))
      const params = [unsigned, entryPointAddress, chain, context]
      const answer = await request(url, method, params, signal).catch((fault: unknown) => {
        throw toSponsorError(fault)
      })
      return readAnswer(answer, operation, paymaster)
    }
  return { stub: ask('pm_getPaymasterStubData'), pay: ask('pm_getPaymasterData') }
}

function readAnswer(answer: unknown, operation: Operation, expected: Hex): Sponsored {
  if (!isRecord(answer)) throw new SponsorError('its paymaster gave no answer')
  const { paymaster, paymasterData, sponsor } = answer
  if (parseAddress(paymaster) !== expected.toLowerCase()) {
    throw new SponsorError('its paymaster is not one that this wallet trusts')
  }
  const data = parseData(paymasterData)
  const verification = readGas(
    answer.paymasterVerificationGasLimit,
    operation.paymasterVerificationGasLimit ?? usualGas,
  )
  const postOp = readGas(answer.paymasterPostOpGasLimit, operation.paymasterPostOpGasLimit ?? 0n)
  if (data === undefined || data.length > 2 * maxDataBytes + 2) {
    throw new SponsorError('its paymaster gave an answer that does not fit')
  }
  const name = isRecord(sponsor) && typeof sponsor.name === 'string' ? sponsor.name : ''
  return {
    name: toName(name),
    fields: {
      paymaster: expected,
      paymasterData: data,
      paymasterVerificationGasLimit: verification,
      paymasterPostOpGasLimit: postOp,
    },
  }
}

function readGas(value: unknown, otherwise: bigint): bigint {
  const gas = value === undefined || value === null ? otherwise : parseLooseQuantity(value)
  if (gas === undefined || gas > maxGas) {
    throw new SponsorError('its paymaster gave an answer that does not fit')
  }
  return gas
}

/** Undefined for a name that could read as something else. */
function toName(name: string): string | undefined {
  const text = readableText(new TextEncoder().encode(name.slice(0, maxNameLength)))?.trim()
  return text && /^[\p{L}\p{N} .,&'-]+$/u.test(text) ? text : undefined
}

/** ERC-7769: rejected by the paymaster, expired, or signed wrongly. The owner's signatures are neither. */
const paymasterFaults: readonly unknown[] = [-32501, -32503, -32507]

/** A fault that ends the sponsorship, as a `SponsorError`; any other as it is. */
export function toSponsorError(fault: unknown): unknown {
  if (!(fault instanceof LoginError) || fault instanceof SponsorError) return fault
  const { rpcCode, message } = fault.failure
  const why = fault instanceof ChainError ? message : 'its paymaster does not respond'
  return new SponsorError(why, { ...(rpcCode !== undefined && { code: rpcCode }), cause: fault })
}

/** Whether the bundler refused an operation because of its paymaster. */
export function isPaymasterFault(fault: unknown): boolean {
  return fault instanceof ChainError && paymasterFaults.includes(fault.failure.rpcCode)
}
