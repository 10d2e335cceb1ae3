import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { SignedOnChainError } from '../../core/runtime/errors/connectors.js'
import { MalformedAnswerError, WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { parseSignature, parseSigned, RpcError, rpcErrorCodes, toFields } from './hostResponses.js'
import type { SafeAccess } from './safeTransport.js'

export type SafeSigner = {
  signText(message: unknown, address: unknown, signal?: AbortSignal): Promise<Hex>
  signTyped(data: unknown, address: unknown, signal?: AbortSignal): Promise<Hex>
}

/**
 * Messages in the name of a Safe (ERC-1271). Its owners sign them off the chain where the host can;
 * where it cannot, the host makes a transaction of it, and there is no signature to give.
 */
export function createSigner({ channel, confirm }: SafeAccess): SafeSigner {
  let preparing: Promise<unknown> | undefined

  /** Hosts sign on the chain unless told that this page knows what to do with the other kind. */
  function prepare(): Promise<unknown> {
    preparing ??= channel
      .ask(
        'rpcCall',
        { call: 'safe_setSettings', params: [{ offChainSigning: true }] },
        { limit: limits.walletSilentWait },
      )
      // An old host: what it answers to the question itself tells how it signs.
      .catch(() => undefined)
    return preparing
  }

  async function sign(
    method: 'signMessage' | 'signTypedMessage',
    params: unknown,
    address: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Hex> {
    await confirm({ address }, signal)
    await prepare()
    const signed = parseSigned(await channel.ask(method, params, { signal }))
    if (!signed) throw new MalformedAnswerError(method)
    if ('signature' in signed) return signed.signature
    if ('onChain' in signed) throw new SignedOnChainError(signed.onChain)
    return nextSignature(signed.waiting, signal)
  }

  /** Other owners have to sign, too: asks until they have, for as long as a wallet may think. */
  async function nextSignature(messageHash: Hex, signal: AbortSignal | undefined): Promise<Hex> {
    const limit = limits.walletSilentWait
    for (let waited = 0; waited < limits.walletDecisionWait; waited += limits.nodePolling) {
      const response = await channel.ask('getOffChainSignature', messageHash, { signal, limit })
      const signature = parseSignature(response)
      if (signature) return signature
      await pause(limits.nodePolling, signal)
    }
    throw new WalletTimeoutError('Safe')
  }

  return {
    signText(message, address, signal) {
      const data = parseData(message)
      if (!data || !isText(data)) {
        throw new RpcError(rpcErrorCodes.invalidParameters, 'A Safe signs text, and no other bytes')
      }
      // Always as bytes: hosts read these as the text they are, and text that looks like bytes, too.
      return sign('signMessage', { message: data }, address, signal)
    },
    signTyped: (data, address, signal) =>
      sign('signTypedMessage', { typedData: readTyped(data) }, address, signal),
  }
}

/** Hosts sign the digits of bytes that are no text, which is not what anybody asked for. */
function isText(data: Hex): boolean {
  const digits = data.slice(2).match(/../g) ?? []
  const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16))
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function readTyped(data: unknown): object {
  try {
    const typed: unknown = typeof data === 'string' ? JSON.parse(data) : data
    const { domain, types, message } = toFields(typed)
    if (domain && types && message) return typed as object
  } catch {
    // Not JSON: no typed data either.
  }
  throw new RpcError(rpcErrorCodes.invalidParameters, 'Not typed data')
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}
