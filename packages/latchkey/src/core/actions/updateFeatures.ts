import type { Features } from '../config/features.js'
import { checkFeatures } from '../config/rules.js'
import type { Widget } from '../widget.js'

export type UpdateFeaturesParameters = { readonly features: Partial<Features> }

/** Changes the features that are the site's to decide. Throws for one that is unknown or malformed. */
export function updateFeatures(widget: Widget, { features }: UpdateFeaturesParameters): void {
  checkFeatures(features)
  widget.stores.settings.set((state) => ({ features: { ...state.features, ...features } }))
}
