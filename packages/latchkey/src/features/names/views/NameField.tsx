import { ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useRef } from 'react'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { ArrowIcon } from '../../../ui/icons/lazyIcons.js'
import { faultOf, isUnfinished, labelOf, nameOf, suffix } from '../accountName.js'
import { isAvailable, type NamesState } from '../store.js'

const lineId = 'name-line'

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

/** More than any name has, so that what is too long is told rather than cut. */
const longestText = 100

type NameFieldProps = {
  readonly state: NamesState
  readonly onType: (text: string) => void
}

export function NameField({ state, onType }: NameFieldProps) {
  const { device } = useWidget().ports.page
  const input = useRef<HTMLInputElement>(null)
  const focuses = !device.isMobile
  useEffect(() => {
    if (focuses) input.current?.focus()
  }, [focuses])

  const { text, isRegistering } = state
  const { label, placeholder, submit } = namesText.register
  const isReady = isAvailable(state)
  return (
    <div className="name-field">
      <input
        ref={input}
        type="text"
        className="name-input"
        aria-label={`${label} ${suffix}`}
        aria-describedby={lineId}
        placeholder={placeholder}
        value={text}
        readOnly={isRegistering}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={longestText}
        data-testid="wui-ens-input"
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <span className="name-suffix" aria-hidden="true">
        {suffix}
      </span>
      <button
        type="submit"
        className="name-submit"
        aria-label={submit(isReady ? nameOf(labelOf(text)) : undefined)}
        aria-disabled={!isReady || undefined}
        aria-busy={isRegistering || undefined}
        data-testid="register-name-button"
      >
        {isRegistering ? <Spinner /> : <ArrowIcon />}
      </button>
    </div>
  )
}
