import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { formatSiwxMessage, parseSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { SiwxMessageInput, SiwxMessageToSign } from '../core/siwx/siwx.js'
import { createNonce } from './createNonce.js'

/** Creates the messages that wallets sign. */
export type SiwxMessenger = {
  /** The domain of its messages; sessions of other domains do not count. Default: `location.host`. */
  readonly domain?: string | undefined
  /** `nonce` is the storage's, if it has one: use it, so that the server accepts the message. */
  createMessage(
    input: SiwxMessageInput & { readonly nonce?: string | undefined },
  ): Promise<SiwxMessageToSign>
}

export type MessengerOptions = {
  /** Host and port of the site. Default: `location.host`. */
  readonly domain?: string | undefined
  /** Default: the page's URL without its fragment. */
  readonly uri?: string | undefined
  /** One line of printable ASCII. The embedded wallet signs at most 300 characters. */
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  /** Milliseconds until a signed message expires. Default: seven days; `Infinity` for never. */
  readonly expiration?: number | undefined
  /** At least eight letters and digits. Default: the storage's nonce, else a random one. */
  readonly getNonce?: ((input: SiwxMessageInput) => string | Promise<string>) | undefined
  readonly getRequestId?: (() => string | Promise<string>) | undefined
  /** Messages contain the chain's reference (`1`), as EIP-4361 requires, so only `true` is possible. */
  readonly clearChainIdNamespace?: true | undefined
}

const defaultExpiration = 7 * 24 * 60 * 60_000
/** The longest URI that the login frame signs. */
const longestUri = 2_048

/** Creates EIP-4361 messages on EVM chains and CAIP-122 messages elsewhere. */
export function createMessenger(options: MessengerOptions = {}): SiwxMessenger {
  const { statement, resources, expiration = defaultExpiration, clearChainIdNamespace } = options
  if (!(expiration > 0)) throw new InvalidOptionError('expiration', 'must be more than 0')
  if (clearChainIdNamespace !== undefined && clearChainIdNamespace !== true) {
    throw new InvalidOptionError('clearChainIdNamespace', 'can only be true')
  }

  return {
    domain: options.domain,
    async createMessage(input) {
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
    },
  }
}

/** `toString` is not enumerable, so that the fields can be copied, cloned and sent. */
function toMessage(fields: SiwxMessage): SiwxMessageToSign {
  const text = formatSiwxMessage(fields)
  if (!parseSiwxMessage(text.replace(addressPlaceholder, 'address'))) {
    throw new InvalidOptionError('messenger', 'creates a message that EIP-4361 does not allow')
  }
  return Object.defineProperty(fields, 'toString', { value: () => text })
}

function getPageUri(): string {
  const { origin, pathname, search } = location
  const uri = `${origin}${pathname}${search}`
  return uri.length > longestUri ? origin : uri
}
