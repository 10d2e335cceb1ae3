import { WidgetError } from './WidgetError.js'

const providerTexts = {
  unreachable: 'The service cannot be reached. Check the connection and try again',
  timeout: 'The service did not respond in time. Try again',
  refused: 'The service rejected the request',
  'rate-limited': 'Too many requests. Try again in a moment',
  'server-error': 'The service has a problem. Try again in a moment',
  malformed: 'The service sent an invalid response',
} as const

/** Why a call of the provider failed. */
export type ProviderFault = keyof typeof providerTexts

/** A problem the provider reported, by field. */
export type ProviderReason = { readonly field: string; readonly description: string }

/** A call of the provider failed. The message is the provider's first reason, if it sent one. */
export class ProviderError extends WidgetError {
  readonly code: `provider/${ProviderFault}`
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  readonly reasons: readonly ProviderReason[]
  /** From `Retry-After`, in milliseconds. */
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

/** The name call that failed. */
export type NameAct = keyof typeof nameTexts

/** A name call failed. The message is the provider's first reason, if it sent one. */
export class NameError extends WidgetError {
  readonly code: `name/${NameAct}-failed`

  constructor(act: NameAct, options?: { readonly cause?: unknown }) {
    const cause = options?.cause
    const reason = cause instanceof ProviderError ? cause.reasons[0]?.description : undefined
    super(reason || nameTexts[act], options)
    this.code = `name/${act}-failed`
  }
}

/** The account's history could not be loaded. */
export class HistoryFailedError extends WidgetError {
  readonly code = 'activity/history-failed'

  constructor(options?: { readonly cause?: unknown }) {
    super('Failed to fetch transactions', options)
  }
}
