import { WidgetError } from './WidgetError.js'

/** The visitor rejected the request in their wallet. */
export class UserRejectedError extends WidgetError {
  readonly code = 'connection/user-rejected'

  constructor(options?: { readonly cause?: unknown; readonly request?: boolean }) {
    super(options?.request ? 'Request declined in the wallet' : 'Connection rejected', options)
  }
}

/** The modal was closed, or the attempt was replaced by a newer one. */
export class ModalClosedError extends WidgetError {
  readonly code = 'connection/modal-closed'

  constructor() {
    super('Modal closed')
  }
}

/** There is no connector with that id, or it is gone. */
export class ConnectorNotFoundError extends WidgetError {
  readonly code = 'connection/connector-not-found'

  constructor(readonly connectorId: string) {
    super('Provider not found.')
  }
}

/** The call needs a connected wallet. */
export class NotConnectedError extends WidgetError {
  readonly code = 'connection/not-connected'

  constructor() {
    super('CaipNetwork or CaipAddress is undefined')
  }
}

/** A connection status other than connected, active or disconnected. */
export class UnknownStatusError extends WidgetError {
  readonly code = 'connection/unknown-status'

  constructor(status: string) {
    super(`Unknown connection status: ${status}`)
  }
}

/** At least one chain family did not disconnect; the causes are in `errors`. */
export class DisconnectError extends WidgetError {
  readonly code = 'connection/disconnect-failed'

  constructor(readonly errors: readonly unknown[]) {
    super(
      `Failed to disconnect chains: ${errors.map((error) => (error instanceof Error ? error.message : String(error))).join(', ')}`,
      { cause: errors[0] },
    )
  }
}
