import { WidgetError } from './WidgetError.js'

const onrampTexts = {
  'not-offered': 'Nothing can be bought on this network',
  'not-started': 'The provider did not open the purchase. You were not charged. Try again',
  'unsafe-url': 'The provider sent an unsafe address. It was not opened, and you were not charged',
  'no-sign': 'No payment was seen. If you paid, your purchase appears in Activity',
  failed: 'The provider could not complete the purchase. Ask the provider before you pay again',
} as const

export type OnrampFailure = keyof typeof onrampTexts

/** A purchase was not started, or did not complete. */
export class OnrampError extends WidgetError {
  readonly code: `onramp/${OnrampFailure}`

  constructor(failure: OnrampFailure, options?: { readonly cause?: unknown }) {
    super(onrampTexts[failure], options)
    this.code = `onramp/${failure}`
  }
}
