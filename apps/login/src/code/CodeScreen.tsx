import { Spinner } from '@latchkey/parts/Spinner'
import { useState } from 'react'
import type { Clock } from '../screens/clock.js'
import type { CodeRequest, SentCode } from '../screens/screens.js'
import { CodeField } from './CodeField.js'
import { getErrorText } from './errorText.js'
import { Outcome, type OutcomeProps } from './Outcome.js'
import { Resend } from './Resend.js'
import { codeErrors, resendErrors, shortEmail, code as texts } from './text.js'

export type CodeScreenProps = {
  readonly request: CodeRequest
  readonly clock: Clock
  /** Aborts when the screen closes. */
  readonly signal: AbortSignal
  readonly onDone: () => void
}

export function CodeScreen({ request, clock, signal, onDone }: CodeScreenProps) {
  const [digits, setDigits] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeProps | undefined>(undefined)
  const [codeLength, setCodeLength] = useState(request.sent.codeLength)
  const validText = ({ expiresAt }: SentCode) => texts.valid(lifeInMinutes(expiresAt - clock.now()))
  // Shown once per code; a countdown would only distract.
  const [valid, setValid] = useState(() => validText(request.sent))

  async function resend() {
    const sent = await request.resend(signal)
    setValid(validText(sent))
    setCodeLength(sent.codeLength)
    setDigits('')
  }

  async function change(next: string) {
    setDigits(next)
    if (next !== '') setOutcome(undefined)
    if (next.length < codeLength || isBusy) return
    setBusy(true)
    try {
      await request.verify(next, signal)
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setDigits('')
      setBusy(false)
      setOutcome({ tone: 'wrong', text: getErrorText(codeErrors, error) })
    }
  }

  return (
    <main className="screen code-screen centred" data-testid="login-code">
      <p className="quiet">
        {texts.purposes[request.purpose]}{' '}
        <bdi className="code-to" title={request.email}>
          {shortEmail(request.email)}
        </bdi>
        <span className="hint" id="code-valid">
          {valid}
        </span>
      </p>
      <CodeField
        label={texts.label(codeLength)}
        codeLength={codeLength}
        value={digits}
        onChange={change}
        isBusy={isBusy}
        isWrong={outcome?.tone === 'wrong'}
        describedBy="code-valid code-state"
      />
      <div
        className="code-state"
        id="code-state"
        aria-live="assertive"
        data-testid="login-code-state"
      >
        {isBusy ? (
          <>
            <Spinner />
            <span className="quiet">{texts.checking}</span>
          </>
        ) : (
          outcome && <Outcome {...outcome} />
        )}
      </div>
      <Resend
        clock={clock}
        texts={texts}
        send={resend}
        onSent={() => setOutcome({ tone: 'resent', text: texts.resent })}
        onError={(error) =>
          !signal.aborted && setOutcome({ tone: 'fault', text: getErrorText(resendErrors, error) })
        }
      />
    </main>
  )
}

/** Clocks may differ, so an implausible lifetime is replaced by the usual one. */
function lifeInMinutes(milliseconds: number): number {
  const minutes = Math.round(milliseconds / 60_000)
  return minutes >= 1 && minutes <= 20 ? minutes : 10
}
