import type { Widget } from '../../widget.js'
import type { Features } from '../features.js'
import { checkFeatures } from '../rules.js'

export type UpdateFeaturesParameters = { readonly features: Partial<Features> }

/** Changes the features that are the site's to decide. Throws for one that is unknown or malformed. */
export function updateFeatures(widget: Widget, { features }: UpdateFeaturesParameters): void {
  checkFeatures(features)
  widget.stores.settings.set((state) => ({ features: { ...state.features, ...features } }))
}
