import { Spinner } from '@latchkey/parts/Spinner'
import { useState } from 'react'
import type { NumberRequest } from '../screens/screens.js'
import { CodeField } from './CodeField.js'
import { getErrorText } from './errorText.js'
import { Outcome } from './Outcome.js'
import { numberErrors, number as texts } from './text.js'

const digitCount = 4

export type NumberScreenProps = {
  readonly request: NumberRequest
  /** Aborts when the screen closes. */
  readonly signal: AbortSignal
  readonly onDone: () => void
}

/** Asks for the number that the login site shows in another window or on a phone. */
export function NumberScreen({ request, signal, onDone }: NumberScreenProps) {
  const [digits, setDigits] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | undefined>()

  async function change(next: string) {
    setDigits(next)
    if (next !== '') setErrorText(undefined)
    if (next.length < digitCount || isBusy) return
    setBusy(true)
    try {
      await request.verify(next)
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setDigits('')
      setBusy(false)
      setErrorText(getErrorText(numberErrors, error))
    }
  }

  return (
    <main className="screen code-screen centred" data-testid="login-number">
      <div className="words">
        <h1 className="title">{texts.title}</h1>
        <p className="quiet">{texts.text(texts.provider(request.provider))}</p>
      </div>
      <CodeField
        label={texts.label}
        codeLength={digitCount}
        value={digits}
        onChange={change}
        isBusy={isBusy}
        isWrong={errorText !== undefined}
        describedBy="number-state"
      />
      <div className="code-state" id="number-state" aria-live="assertive">
        {isBusy ? (
          <>
            <Spinner />
            <span className="quiet">{texts.checking}</span>
          </>
        ) : (
          errorText && <Outcome tone="wrong" text={errorText} />
        )}
      </div>
      <p className="hint">{texts.warning}</p>
    </main>
  )
}
