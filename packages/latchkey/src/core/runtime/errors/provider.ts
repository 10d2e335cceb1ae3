import * as errorText from './catalogue/provider.js'
import { WidgetError } from './WidgetError.js'

/** Why the provider gave no usable answer. */
export type ProviderFault = keyof typeof errorText.providerFailed

/** Something the provider found wrong, by field. */
export type ProviderReason = { readonly field: string; readonly description: string }

/** The provider gave no usable answer. The provider's own first reason, if it gave one, is the text. */
export class ProviderError extends WidgetError {
  readonly code: `provider/${ProviderFault}`
  /** Of the answer, where there was one. */
  readonly status: number | undefined
  readonly reasons: readonly ProviderReason[]
  /** How long the provider asks to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    fault: ProviderFault,
    options: {
      readonly status?: number | undefined
      readonly reasons?: readonly ProviderReason[] | undefined
      readonly retryAfter?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    const { status, reasons = [], retryAfter, cause } = options
    super(reasons[0]?.description || errorText.providerFailed[fault], { cause })
    this.code = `provider/${fault}`
    this.status = status
    this.reasons = reasons
    this.retryAfter = retryAfter
  }
}
