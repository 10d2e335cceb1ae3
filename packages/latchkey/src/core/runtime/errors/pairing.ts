import { WidgetError } from './WidgetError.js'

/** No relay could be reached in time. */
export class RelayUnavailableError extends WidgetError {
  readonly code = 'pairing/relay-unavailable'

  constructor(options?: { readonly cause?: unknown }) {
    super('The connection service cannot be reached. Check the connection and try again', options)
  }
}

/** The relay answered and refused this site. */
export class RelayRefusedError extends WidgetError {
  readonly code = 'pairing/relay-refused'
  /** The relay takes the page's token for expired or not yet valid: the device shows a wrong time. */
  readonly isTokenInvalid: boolean

  constructor(options?: { readonly cause?: unknown; readonly isTokenInvalid?: boolean }) {
    super('The connection service refused this site', options)
    this.isTokenInvalid = options?.isTokenInvalid === true
  }
}

/** The offer ran out, or what the wallet answered cannot be used. */
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
