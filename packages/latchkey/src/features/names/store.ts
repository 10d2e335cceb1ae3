import { createStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { getNameProblem } from './accountName.js'

export type Suggestion = { readonly name: string; readonly registered: boolean }

export type NamesState = {
  readonly text: string
  /** The typed text without the zone. */
  readonly label: string
  /** The visitor has stopped typing. */
  readonly hasPaused: boolean
  readonly search: 'idle' | 'loading' | 'ready' | 'failed'
  /** The typed name first, then similar names that are available. */
  readonly suggestions: readonly Suggestion[]
  /** The name the account already has. */
  readonly owned: string | undefined
  readonly isRegistering: boolean
}

export function namesOf(widget: Widget): Store<NamesState> {
  return getOrCreate(widget, createNames)
}

function createNames(): Store<NamesState> {
  return createStore<NamesState>({
    text: '',
    label: '',
    hasPaused: false,
    search: 'idle',
    suggestions: [],
    owned: undefined,
    isRegistering: false,
  })
}

/** The typed name can be registered now. */
export function isAvailable(state: NamesState): boolean {
  const { label, search, suggestions, owned, isRegistering } = state
  return (
    getNameProblem(label) === undefined &&
    search === 'ready' &&
    suggestions[0]?.registered === false &&
    owned === undefined &&
    !isRegistering
  )
}
