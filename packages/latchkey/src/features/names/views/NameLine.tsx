import * as namesText from '../../../core/text/names.js'
import { ErrorIcon } from '../../../ui/icons/index.js'
import { faultOf, isUnfinished, labelOf } from '../accountName.js'
import type { NamesState } from '../store.js'

export const lineId = 'name-line'

type NameLineProps = { readonly state: NamesState; readonly wallet: string }

/** What to do, or what is wrong; always as high as one line. */
export function NameLine({ state, wallet }: NameLineProps) {
  const problem = problemOf(state)
  const { hint, signing } = namesText.register
  return (
    <p
      id={lineId}
      className={problem ? 'name-line name-line-bad' : 'name-line'}
      role="status"
      data-testid="name-line"
    >
      {problem && <ErrorIcon size={16} />}
      <span>{problem ?? (state.isRegistering ? signing(wallet) : hint)}</span>
    </p>
  )
}

function problemOf({ text, hasPaused, isRegistering }: NamesState): string | undefined {
  if (isRegistering || text === '') return undefined
  const fault = faultOf(labelOf(text))
  return fault && (hasPaused || !isUnfinished(fault)) ? namesText.register.faults[fault] : undefined
}
