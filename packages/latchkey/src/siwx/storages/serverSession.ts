import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { type InvalidSessionReason, refusalReasons } from '../../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'

export type ServerAccount = { readonly chainId: NetworkId; readonly address: string }

/** Servers may store EVM addresses in any case; elsewhere the case matters. */
export function isAccount(one: ServerAccount, other: ServerAccount): boolean {
  const fold = (text: string) =>
    namespaceOf(other.chainId) === 'eip155' ? text.toLowerCase() : text
  return one.chainId === other.chainId && fold(one.address) === fold(other.address)
}

/** A session that the server keeps: the page knows its account and times, but not the signed text. */
export function toServerSession({
  chainId,
  address,
  expirationTime,
}: ServerAccount & { readonly expirationTime?: string | undefined }): SiwxSession {
  const { host = '', origin = '' } = globalThis.location ?? {}
  return {
    data: {
      accountAddress: address,
      chainId,
      domain: host,
      uri: origin,
      version: '1',
      nonce: '',
      ...(expirationTime !== undefined && { expirationTime }),
    },
    message: '',
    signature: '',
  }
}

/** The server's reason, if it is one that `verify` of `latchkey/siwx/server` gives. */
export function readReason(value: unknown): InvalidSessionReason {
  return refusalReasons.find((reason) => reason === value) ?? 'refused'
}
