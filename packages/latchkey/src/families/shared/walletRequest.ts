import type { NetworkId } from '@latchkey/wire/caip'
import type { WalletTransport } from '../../core/connection/family.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { isWidgetError, type WidgetError } from '../../core/runtime/errors/WidgetError.js'
import {
  MalformedAnswerError,
  WalletBusyError,
  WalletRequestError,
  WalletTimeoutError,
} from '../../core/runtime/errors/wallet.js'
import type { Ports } from '../../core/runtime/ports.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import { readWalletError } from './walletError.js'

export type WalletRequest<response> = {
  readonly method: string
  readonly params?: unknown
  readonly network?: NetworkId | undefined
  /** A request to connect: a rejected one gets another text than a rejected signature. */
  readonly isConnecting?: boolean | undefined
  /** Milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  /** Undefined for a response this method cannot have. */
  readonly parse: (response: unknown) => response | undefined
  /**
   * Called with the response even after the caller stopped waiting. With it, a timeout or an abort
   * does not cancel the request in the wallet.
   */
  readonly onResponse?:
    | ((response: response, when: { readonly isLate: boolean }) => void)
    | undefined
}

export type WalletRequester = <response>(request: WalletRequest<response>) => Promise<response>

/** All requests to a wallet go through here: timed, parsed, with errors of our own types. */
export function createWalletRequester({
  transport,
  clock,
  signal: lifetime,
}: {
  readonly transport: WalletTransport
  readonly clock: Ports['clock']
  /** Aborts every request. */
  readonly signal: AbortSignal
}): WalletRequester {
  return async ({ method, params, network, isConnecting, timeout, signal, parse, onResponse }) => {
    const call = { method, ...(params !== undefined && { params }), ...(network && { network }) }
    const either = signal ? AbortSignal.any([lifetime, signal]) : lifetime
    either.throwIfAborted()
    const late = () => new WalletTimeoutError(walletName)
    return withTimeout(clock, { limit: timeout, late, signal: either }, async (stop) => {
      try {
        const response = await transport.request(call, onResponse ? undefined : stop)
        const parsed = parseOrUndefined(parse, response)
        if (parsed === undefined) throw new MalformedAnswerError(method)
        onResponse?.(parsed, { isLate: stop.aborted })
        return parsed
      } catch (error) {
        throw toWalletError(error, isConnecting)
      }
    })
  }
}

/** A transport does not know its wallet's name. */
const walletName = 'The wallet'

/** 5000 and 5002 come from the pairing protocol; ethers turns 4001 into ACTION_REJECTED. */
const rejectionCodes = ['4001', '5000', '5002', 'ACTION_REJECTED']
/** For wallets that send no code. */
const rejectionPattern = /user rejected|user cancell?ed|user denied|connection request reset/i

function toWalletError(error: unknown, isConnecting = false): WidgetError {
  if (isOwnError(error)) return error
  const { code, message } = readWalletError(error)
  if (rejectionCodes.includes(code) || rejectionPattern.test(message)) {
    return new UserRejectedError({ cause: error, request: !isConnecting })
  }
  if (code === '-32002') return new WalletBusyError(walletName, { cause: error })
  return new WalletRequestError(walletName, { cause: error })
}

/** False for a bare 5000, which some wallets use for every error. */
export function isExplicitRejection(error: unknown): boolean {
  const { code, message } = readWalletError(error)
  return code !== '5000' || rejectionPattern.test(message)
}

/** `instanceof` can throw for a proxy. */
function isOwnError(error: unknown): error is WidgetError {
  try {
    return isWidgetError(error)
  } catch {
    return false
  }
}

/** How wallets without error codes word a rejection. */
const rejectionMessage =
  /^(?:(?:user|request|transaction|approval|connection) )?(?:rejected|cancell?ed|denied)(?: by user)?\.?$/i

/** Calls a method of a wallet's in-page object. A rejection without a code gets 4001 (EIP-1193). */
export async function callWallet(
  owner: unknown,
  method: string,
  ...input: readonly unknown[]
): Promise<unknown> {
  try {
    return await (owner as Record<string, (...input: readonly unknown[]) => unknown>)[method]?.(
      ...input,
    )
  } catch (error) {
    const { code, message } = readWalletError(error)
    if (code === '' && rejectionMessage.test(message)) throw { code: 4001, message }
    throw error
  }
}

/** Undefined when parsing throws: in-page responses can be proxies whose getters throw. */
export function parseOrUndefined<value>(
  parse: (response: unknown) => value | undefined,
  response: unknown,
): value | undefined {
  try {
    return parse(response)
  } catch {
    return undefined
  }
}
