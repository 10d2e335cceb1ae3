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
 * Signs messages as a Safe (ERC-1271). Its owners sign off-chain if the host supports it; otherwise the
 * host creates a transaction, and there is no signature to return.
 */
export function createSigner({ channel, confirm }: SafeAccess): SafeSigner {
  let preparing: Promise<unknown> | undefined

  /** Hosts sign on-chain unless the page announces support for off-chain signatures. */
  function prepare(): Promise<unknown> {
    preparing ??= channel
      .send(
        'rpcCall',
        { call: 'safe_setSettings', params: [{ offChainSigning: true }] },
        { limit: limits.walletSilentWait },
      )
      // An old host: its response to the signing request shows how it signs.
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
    const signed = parseSigned(await channel.send(method, params, { signal }))
    if (!signed) throw new MalformedAnswerError(method)
    if ('signature' in signed) return signed.signature
    if ('onChain' in signed) throw new SignedOnChainError(signed.onChain)
    return nextSignature(signed.waiting, signal)
  }

  /** Other owners have to sign too: poll until they have, within the wallet timeout. */
  async function nextSignature(messageHash: Hex, signal: AbortSignal | undefined): Promise<Hex> {
    const limit = limits.walletSilentWait
    for (let waited = 0; waited < limits.walletDecisionWait; waited += limits.nodePolling) {
      const response = await channel.send('getOffChainSignature', messageHash, { signal, limit })
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
      // Always as bytes: hosts decode them, and text that looks like hex stays unambiguous.
      return sign('signMessage', { message: data }, address, signal)
    },
    signTyped: (data, address, signal) =>
      sign('signTypedMessage', { typedData: readTyped(data) }, address, signal),
  }
}

/** Hosts sign bytes that are not text as their hex digits, which is a different message. */
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
    // Not JSON, so not typed data.
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
