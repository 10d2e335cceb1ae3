import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { faultOf, labelOf } from './accountName.js'

export type Suggestion = { readonly name: string; readonly registered: boolean }

export type NamesState = {
  /** As it was typed. */
  readonly text: string
  /** The visitor has stopped typing, so that what is still missing may be told. */
  readonly hasPaused: boolean
  readonly search: 'idle' | 'loading' | 'ready' | 'failed'
  /** The name that was typed first, then free ones like it. */
  readonly suggestions: readonly Suggestion[]
  /** A name the account has already. */
  readonly owned: string | undefined
  readonly isRegistering: boolean
}

export function namesOf(widget: Widget): Store<NamesState> {
  return getOrCreate(widget, createNames)
}

function createNames(): Store<NamesState> {
  return createStore<NamesState>({
    text: '',
    hasPaused: false,
    search: 'idle',
    suggestions: [],
    owned: undefined,
    isRegistering: false,
  })
}

/** Whether the name that was typed can be registered now. */
export function isAvailable(state: NamesState): boolean {
  const { text, search, suggestions, owned, isRegistering } = state
  return (
    faultOf(labelOf(text)) === undefined &&
    search === 'ready' &&
    suggestions[0]?.registered === false &&
    owned === undefined &&
    !isRegistering
  )
}
