import { createStore, type Store } from '../../runtime/createStore.js'
import type { Widget } from '../../widget.js'
import type { Features, RemoteFeatures } from '../features.js'
import { assertFeatures } from '../optionRules.js'

export type UpdateFeaturesParameters = { readonly features: Partial<Features> }

/** Changes features the site decides. Throws for an unknown or malformed feature. */
export function updateFeatures(widget: Widget, { features }: UpdateFeaturesParameters): void {
  assertFeatures(features)
  widget.stores.settings.set((state) => ({ features: { ...state.features, ...features } }))
}

/** Settings that can change after the start, unlike `config`. */
export type SettingsState = {
  readonly features: Features
  readonly remoteFeatures: RemoteFeatures
  /** The ending of new account names, without the dot; undefined if none can be registered. */
  readonly nameZone: string | undefined
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  /** The visitor accepted the site's terms. */
  readonly hasAgreed: boolean
  readonly isReady: boolean
}

export function createSettingsStore(initial: SettingsState): Store<SettingsState> {
  return createStore(initial)
}
