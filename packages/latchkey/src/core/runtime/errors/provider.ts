import { WidgetError } from './WidgetError.js'

const providerTexts = {
  unreachable: 'The service cannot be reached. Check the connection and try again',
  timeout: 'The service did not answer in time. Try again',
  refused: 'The service refused the request',
  'rate-limited': 'Too many requests. Try again in a moment',
  'server-error': 'The service has a problem. Try again in a moment',
  malformed: 'The service gave an answer that cannot be used',
} as const

/** Why the provider gave no usable answer. */
export type ProviderFault = keyof typeof providerTexts

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
    super(reasons[0]?.description || providerTexts[fault], { cause })
    this.code = `provider/${fault}`
    this.status = status
    this.reasons = reasons
    this.retryAfter = retryAfter
  }
}

const nameTexts = {
  resolve: 'Error resolving name',
  suggest: 'Error fetching name suggestions',
  register: 'Error registering name',
} as const

/** What was tried with a name. */
export type NameAct = keyof typeof nameTexts

/** Something about a name failed; the provider's own first reason, if it gave one, is the text. */
export class NameError extends WidgetError {
  readonly code: `name/${NameAct}-failed`

  constructor(act: NameAct, options?: { readonly cause?: unknown }) {
    const cause = options?.cause
    const reason = cause instanceof ProviderError ? cause.reasons[0]?.description : undefined
    super(reason || nameTexts[act], options)
    this.code = `name/${act}-failed`
  }
}

/** The provider did not tell what an account did. */
export class HistoryFailedError extends WidgetError {
  readonly code = 'activity/history-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('Failed to fetch transactions', options)
  }
}
