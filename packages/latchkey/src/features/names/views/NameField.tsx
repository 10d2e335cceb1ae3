import { ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useRef } from 'react'
import * as namesText from '../../../core/text/names.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { ArrowIcon } from '../../../ui/icons/lazyIcons.js'
import { getNameProblem, isIncomplete, suffix, toLabel, toName } from '../accountName.js'
import { isAvailable, type NamesState } from '../store.js'

/** Longer than any name, so that a long one gets an error instead of being cut. */
const maxTextLength = 100

type NameFieldProps = {
  readonly state: NamesState
  readonly onType: (text: string) => void
}

export function NameField({ state, onType }: NameFieldProps) {
  const { device } = useWidget().ports.page
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = !device.isMobile
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

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
        aria-describedby={statusId}
        placeholder={placeholder}
        value={text}
        readOnly={isRegistering}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={maxTextLength}
        data-testid="wui-ens-input"
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <span className="name-suffix" aria-hidden="true">
        {suffix}
      </span>
      <button
        type="submit"
        className="name-submit"
        aria-label={submit(isReady ? toName(toLabel(text)) : undefined)}
        aria-disabled={!isReady || undefined}
        aria-busy={isRegistering || undefined}
        data-testid="register-name-button"
      >
        {isRegistering ? <Spinner /> : <ArrowIcon />}
      </button>
    </div>
  )
}

const statusId = 'name-line'

type NameStatusProps = { readonly state: NamesState; readonly wallet: string }

/** A hint or an error, always at least one line high. */
export function NameStatus({ state, wallet }: NameStatusProps) {
  const problem = getProblemText(state)
  const { hint, signing } = namesText.register
  return (
    <p
      id={statusId}
      className={problem ? 'name-line name-line-bad' : 'name-line'}
      role="status"
      data-testid="name-line"
    >
      {problem && <ErrorIcon size={16} />}
      <span>{problem ?? (state.isRegistering ? signing(wallet) : hint)}</span>
    </p>
  )
}

function getProblemText({ text, hasPaused, isRegistering }: NamesState): string | undefined {
  if (isRegistering || text === '') return undefined
  const problem = getNameProblem(toLabel(text))
  return problem && (hasPaused || !isIncomplete(problem))
    ? namesText.register.faults[problem]
    : undefined
}
