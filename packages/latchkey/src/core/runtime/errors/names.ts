import * as errorText from './catalogue/names.js'
import { ProviderError } from './provider.js'
import { WidgetError } from './WidgetError.js'

/** What was tried with a name. */
export type NameAct = keyof typeof errorText.nameFailed

/** Something about a name failed; the provider's own first reason, if it gave one, is the text. */
export class NameError extends WidgetError {
  readonly code: `name/${NameAct}-failed`

  constructor(act: NameAct, options?: { readonly cause?: unknown }) {
    const cause = options?.cause
    const reason = cause instanceof ProviderError ? cause.reasons[0]?.description : undefined
    super(reason || errorText.nameFailed[act], options)
    this.code = `name/${act}-failed`
  }
}
