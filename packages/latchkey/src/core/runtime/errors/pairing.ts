import { WidgetError } from './WidgetError.js'

/** No relay could be reached in time. */
export class RelayUnavailableError extends WidgetError {
  readonly code = 'pairing/relay-unavailable'

  constructor(options?: { readonly cause?: unknown }) {
    super('The connection service cannot be reached. Check the connection and try again', options)
  }
}

/** Every relay rejected this site, or could not be reached. */
export class RelayRefusedError extends WidgetError {
  readonly code = 'pairing/relay-refused'
  /** The relay considers the page's token expired or not yet valid: the device clock is wrong. */
  readonly isTokenInvalid: boolean

  constructor(
    options: {
      readonly cause?: unknown
      readonly isTokenInvalid?: boolean
      /** As the relay gave it, already sanitized. */
      readonly reason?: string | undefined
    } = {},
  ) {
    const { reason } = options
    super(`The connection service rejected this site${reason ? `: ${reason}` : ''}`, options)
    this.isTokenInvalid = options.isTokenInvalid === true
  }
}

/** The offer expired, or the wallet's response is invalid. */
export class PairingFailedError extends WidgetError {
  readonly code = 'pairing/failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('The wallet could not be connected. Scan a new code', options)
  }
}

/** The site did not set up pairing: it needs `relayUrls` and a `projectId`. */
export class PairingOffError extends WidgetError {
  readonly code = 'pairing/off'

  constructor() {
    super('Pairing needs the options `relayUrls` and `projectId`')
  }
}
