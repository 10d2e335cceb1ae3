import { createStore, type Store } from '../runtime/createStore.js'
import type { Features, RemoteFeatures } from './features.js'

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
