import { WidgetError } from '../../core/errors/WidgetError.js'

const texts = {
  account: 'The request is for another account than the connected one',
  network: 'The request is for another network than the active one',
  parameters: 'The request has parameters this method cannot have',
} as const

/** The site asked for something the wallet must not be bothered with. */
export class InvalidRequestError extends WidgetError {
  readonly code = 'wallet/invalid-request'

  constructor(
    readonly reason: keyof typeof texts,
    options?: { readonly cause?: unknown },
  ) {
    super(texts[reason], options)
  }
}
