import { faultOf, labelOf } from './accountName.js'
import type { NamesState } from './store.js'

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
