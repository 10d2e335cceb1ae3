import * as errorText from './catalogue/connection.js'
import { WidgetError } from './WidgetError.js'

/** The visitor refused in their wallet. */
export class UserRejectedError extends WidgetError {
  readonly code = 'connection/user-rejected'

  constructor(options?: { readonly cause?: unknown; readonly request?: boolean }) {
    super(options?.request ? errorText.requestRejected : errorText.userRejected, options)
  }
}

/** The modal was closed, or the attempt was replaced by a newer one. */
export class ModalClosedError extends WidgetError {
  readonly code = 'connection/modal-closed'

  constructor() {
    super(errorText.modalClosed)
  }
}

/** The connector that was asked for is not there (any more). */
export class ConnectorNotFoundError extends WidgetError {
  readonly code = 'connection/connector-not-found'

  constructor(readonly connectorId: string) {
    super(errorText.providerNotFound)
  }
}

/** Something that needs a connection was asked without one. */
export class NotConnectedError extends WidgetError {
  readonly code = 'connection/not-connected'

  constructor() {
    super(errorText.notConnected)
  }
}

/** A connection status other than connected, active or disconnected. */
export class UnknownStatusError extends WidgetError {
  readonly code = 'connection/unknown-status'

  constructor(status: string) {
    super(errorText.unknownStatus(status))
  }
}

/** At least one chain family did not disconnect; the causes are in `errors`. */
export class DisconnectError extends WidgetError {
  readonly code = 'connection/disconnect-failed'

  constructor(readonly errors: readonly unknown[]) {
    super(
      errorText.disconnectFailed(
        errors.map((error) => (error instanceof Error ? error.message : String(error))).join(', '),
      ),
      { cause: errors[0] },
    )
  }
}
