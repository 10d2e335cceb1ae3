import type { NetworkId } from '@latchkey/wire/caip'
import type { WalletTransport } from '../../core/connection/family.js'
import { withDeadline } from '../../core/runtime/deadline.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { isWidgetError, type WidgetError } from '../../core/runtime/errors/WidgetError.js'
import {
  MalformedAnswerError,
  WalletBusyError,
  WalletRequestError,
  WalletTimeoutError,
} from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { parseSafely } from './parseSafely.js'
import { readFault } from './walletFault.js'

export type Question<answer> = {
  readonly method: string
  readonly params?: unknown
  readonly network?: NetworkId | undefined
  /** Asks to be let in: refusing that is told in other words than refusing a request. */
  readonly isConnecting?: boolean | undefined
  /** Milliseconds the wallet has. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
  /** Undefined for an answer that this method cannot have. */
  readonly parse: (answer: unknown) => answer | undefined
  /**
   * Told the answer as soon as it is there, even when nobody waits any more. With this the wallet is
   * not called off when the wait ends.
   */
  readonly heard?: ((answer: answer, when: { readonly isLate: boolean }) => void) | undefined
}

export type AskWallet = <answer>(question: Question<answer>) => Promise<answer>

/** The only way to the wallet: every wait is bounded, every answer parsed, every error ours. */
export function createAskWallet({
  transport,
  clock,
  signal: life,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  /** Ends every question. */
  readonly signal: AbortSignal
}): AskWallet {
  return async ({ method, params, network, isConnecting, limit, signal, parse, heard }) => {
    const call = { method, ...(params !== undefined && { params }), ...(network && { network }) }
    const either = signal ? AbortSignal.any([life, signal]) : life
    either.throwIfAborted()
    const late = () => new WalletTimeoutError(walletName)
    return withDeadline(clock, { limit, late, signal: either }, async (stop) => {
      try {
        const parsed = parseSafely(parse, await transport.request(call, heard ? undefined : stop))
        if (parsed === undefined) throw new MalformedAnswerError(method)
        heard?.(parsed, { isLate: stop.aborted })
        return parsed
      } catch (error) {
        throw translateWalletError(error, isConnecting)
      }
    })
  }
}

/** A transport does not know its wallet's name. */
const walletName = 'The wallet'

/** 5000 and 5002 are the pairing protocol's, ACTION_REJECTED is what ethers makes of 4001. */
const refusalCodes = ['4001', '5000', '5002', 'ACTION_REJECTED']
/** For wallets that refuse in words only. */
const refusalWords = /user rejected|user cancell?ed|user denied|connection request reset/i

export function translateWalletError(error: unknown, isConnecting = false): WidgetError {
  if (isOurs(error)) return error
  const fault = readFault(error)
  if (refusalCodes.includes(fault.code) || refusalWords.test(fault.message)) {
    return new UserRejectedError({ cause: error, request: !isConnecting })
  }
  if (fault.code === '-32002') return new WalletBusyError(walletName, { cause: error })
  return new WalletRequestError(walletName, { cause: error })
}

/** True when a refusal came with words that say so, not with a code that some wallets use for all. */
export function isSpokenRefusal(error: unknown): boolean {
  const fault = readFault(error)
  return fault.code !== '5000' || refusalWords.test(fault.message)
}

/** Asking a proxy what it is an instance of can throw, too. */
function isOurs(error: unknown): error is WidgetError {
  try {
    return isWidgetError(error)
  } catch {
    return false
  }
}
