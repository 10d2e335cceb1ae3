import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage, parseSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { SiwxMessageInput, SiwxMessageToSign } from '../core/siwx/siwx.js'
import type { MessengerOptions } from './createMessenger.js'
import { createNonce } from './createNonce.js'

const defaultExpiration = 7 * 24 * 60 * 60_000
/** The longest URI that the login frame signs. */
const maxUriLength = 2_048

export async function createMessage(
  options: MessengerOptions,
  input: SiwxMessageInput & { readonly nonce?: string | undefined },
): Promise<SiwxMessageToSign> {
  const { statement, resources, expiration = defaultExpiration } = options
  const nonce = (await options.getNonce?.(input)) ?? input.nonce ?? createNonce()
  const requestId = await options.getRequestId?.()
  const now = Date.now()
  return toMessage({
    accountAddress: input.accountAddress,
    chainId: input.chainId,
    domain: options.domain ?? location.host,
    uri: options.uri ?? getPageUri(),
    version: '1',
    nonce,
    ...(statement !== undefined && { statement }),
    issuedAt: new Date(now).toISOString(),
    ...(Number.isFinite(expiration) && {
      expirationTime: new Date(now + expiration).toISOString(),
    }),
    ...(input.notBefore !== undefined && { notBefore: input.notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources !== undefined && { resources }),
  })
}

/** `toString` is not enumerable, so that the fields can be copied, cloned and sent. */
function toMessage(fields: SiwxMessage): SiwxMessageToSign {
  const text = formatSiwxMessage(fields)
  // With a line break, a field could pass for another one.
  const hasLineBreak = Object.values(fields)
    .flat()
    .some((value) => /[\r\n]/.test(String(value)))
  if (hasLineBreak || !parseSiwxMessage(text.replace(addressPlaceholder, 'address'))) {
    throw new InvalidOptionError('messenger', 'creates a message that EIP-4361 does not allow')
  }
  return Object.defineProperty(fields, 'toString', { value: () => text })
}

function getPageUri(): string {
  const { origin, pathname, search } = location
  const uri = `${origin}${pathname}${search}`
  return uri.length > maxUriLength ? origin : uri
}
