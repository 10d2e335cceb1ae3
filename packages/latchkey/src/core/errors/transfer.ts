import * as errorText from './catalogue/transfer.js'
import { WidgetError } from './WidgetError.js'

/** Tried out beforehand, the token or the receiver refuses the transfer. */
export class TransferRefusedError extends WidgetError {
  readonly code = 'transfer/refused'

  constructor(options?: { readonly cause?: unknown }) {
    super(errorText.transferRefused, options)
  }
}

/** The wallet is asked once per entry of the journal, and was. */
export class AlreadyAskedError extends WidgetError {
  readonly code = 'transfer/already-asked'

  constructor(readonly entryId: string) {
    super(errorText.alreadyAsked)
  }
}
