import { InvalidOptionError } from '../core/runtime/errors/config.js'
import type { SiwxMessageInput, SiwxMessageToSign } from '../core/siwx/siwx.js'

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

/** Creates EIP-4361 messages on EVM chains and CAIP-122 messages elsewhere. */
export function createMessenger(options: MessengerOptions = {}): SiwxMessenger {
  const { domain, expiration = 1, clearChainIdNamespace = true } = options
  if (!(expiration > 0)) throw new InvalidOptionError('expiration', 'must be more than 0')
  if (clearChainIdNamespace !== true) {
    throw new InvalidOptionError('clearChainIdNamespace', 'can only be true')
  }
  return {
    domain,
    async createMessage(input) {
      const { createMessage } = await import('./createMessage.lazy.js')
      return createMessage(options, input)
    },
  }
}
