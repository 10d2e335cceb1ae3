import type { Features } from '../config/features.js'
import type { Widget } from '../widget.js'

export type UpdateFeaturesParameters = { readonly features: Partial<Features> }

export function updateFeatures(widget: Widget, { features }: UpdateFeaturesParameters): void {
  widget.stores.settings.set((state) => ({ features: { ...state.features, ...features } }))
}
