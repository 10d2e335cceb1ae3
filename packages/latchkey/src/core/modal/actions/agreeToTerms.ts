import type { Widget } from '../../widget.js'

export type AgreeToTermsParameters = { readonly agreed: boolean }

/** Ticks or unticks the site's terms; kept while the page lives. */
export function agreeToTerms(widget: Widget, { agreed }: AgreeToTermsParameters): void {
  widget.stores.settings.set({ hasAgreed: agreed })
}
