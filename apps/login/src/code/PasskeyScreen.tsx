import { Button } from '@latchkey/parts/Button'
import { ShieldIcon } from '@latchkey/parts/lazyIcons'
import { useState } from 'react'
import { needsLogIn } from '../loginError.js'
import type { PasskeyRequest } from '../screens/screens.js'
import { passkeyOffer as texts } from './text.js'

export type PasskeyScreenProps = {
  readonly request: PasskeyRequest
  /** Aborts when the screen closes. */
  readonly signal: AbortSignal
  readonly onDone: () => void
}

/** Offers a passkey right after a wallet is created, while it is still empty. */
export function PasskeyScreen({ request, signal, onDone }: PasskeyScreenProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'late'>('idle')

  async function add() {
    setState('busy')
    try {
      await request.add(signal)
      onDone()
    } catch (error) {
      setState(needsLogIn(error) ? 'late' : 'failed')
    }
  }

  const errorText = state === 'failed' || state === 'late' ? texts[state] : undefined
  return (
    <main className="screen code-screen centred" data-testid="login-passkey-offer">
      <span className="mark">
        <ShieldIcon size={32} />
      </span>
      <div className="words passkey-words">
        <h1 className="title">{texts.title}</h1>
        <p className={errorText ? 'code-fault' : 'quiet'} role="status">
          {errorText ?? texts.text}
        </p>
      </div>
      <div className="actions stacked">
        {state !== 'late' && (
          <Button busy={state === 'busy'} onClick={add} testId="passkey-add">
            {state === 'busy' ? texts.busy : texts.add}
          </Button>
        )}
        <Button variant="secondary" onClick={onDone} testId="passkey-skip">
          {state === 'late' ? texts.goOn : texts.skip}
        </Button>
      </div>
    </main>
  )
}
