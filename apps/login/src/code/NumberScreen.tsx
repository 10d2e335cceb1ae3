import { Spinner } from '@latchkey/parts/Spinner'
import { useState } from 'react'
import type { NumberRequest } from '../screens/screens.js'
import { CodeField } from './CodeField.js'
import { getErrorText } from './errorText.js'
import { Outcome } from './Outcome.js'
import { numberErrors, number as words } from './text.js'

const digitCount = 4

export type NumberScreenProps = {
  readonly request: NumberRequest
  /** Ends when the screen does. */
  readonly signal: AbortSignal
  readonly onDone: () => void
}

/** Asks for the number that a page of the login site shows, elsewhere in this browser or on a phone. */
export function NumberScreen({ request, signal, onDone }: NumberScreenProps) {
  const [digits, setDigits] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  async function change(next: string) {
    setDigits(next)
    if (next !== '') setFault(undefined)
    if (next.length < digitCount || isBusy) return
    setBusy(true)
    try {
      await request.verify(next)
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setDigits('')
      setBusy(false)
      setFault(getErrorText(numberErrors, error))
    }
  }

  return (
    <main className="screen code-screen centred" data-testid="login-number">
      <div className="words">
        <h1 className="title">{words.title}</h1>
        <p className="quiet">{words.text(words.provider(request.provider))}</p>
      </div>
      <CodeField
        label={words.label}
        codeLength={digitCount}
        value={digits}
        onChange={change}
        isBusy={isBusy}
        isWrong={fault !== undefined}
        describedBy="number-state"
      />
      <div className="code-state" id="number-state" aria-live="assertive">
        {isBusy ? (
          <>
            <Spinner />
            <span className="quiet">{words.checking}</span>
          </>
        ) : (
          fault && <Outcome tone="wrong" text={fault} />
        )}
      </div>
      <p className="hint">{words.warning}</p>
    </main>
  )
}
