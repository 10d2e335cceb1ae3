import { createStore, type Store } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'
import type { Features, RemoteFeatures } from '../features.js'
import { assertFeatures } from '../optionRules.js'

export type UpdateFeaturesParameters = { readonly features: Partial<Features> }

/** Changes the features that are the site's to decide. Throws for one that is unknown or malformed. */
export function updateFeatures(widget: Widget, { features }: UpdateFeaturesParameters): void {
  assertFeatures(features)
  widget.stores.settings.set((state) => ({ features: { ...state.features, ...features } }))
}

/** What may change while the widget lives, unlike `config`. */
export type SettingsState = {
  readonly features: Features
  readonly remoteFeatures: RemoteFeatures
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  /** The visitor ticked the site's terms. */
  readonly hasAgreed: boolean
  readonly isReady: boolean
}

export function createSettingsStore(initial: SettingsState): Store<SettingsState> {
  return createStore(initial)
}
