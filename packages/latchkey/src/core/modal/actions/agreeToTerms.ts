import type { Widget } from '../../widget.js'

export type AgreeToTermsParameters = { readonly agreed: boolean }

/** Records whether the visitor accepts the site's terms; forgotten on reload. */
export function agreeToTerms(widget: Widget, { agreed }: AgreeToTermsParameters): void {
  widget.stores.settings.set({ hasAgreed: agreed })
}
