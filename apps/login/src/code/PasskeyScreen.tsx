import { Button } from '@latchkey/parts/Button'
import { useState } from 'react'
import { needsLogIn } from '../loginError.js'
import { ShieldIcon } from '../parts/icons.js'
import type { PasskeyRequest } from '../screens/screens.js'
import { passkeyOffer as words } from './text.js'

export type PasskeyScreenProps = {
  readonly request: PasskeyRequest
  /** Ends when the screen does. */
  readonly signal: AbortSignal
  readonly onDone: () => void
}

/** Offers a passkey right after a wallet is made, before there is anything to lose. */
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

  const fault = state === 'failed' || state === 'late' ? words[state] : undefined
  return (
    <main className="screen code-screen centred" data-testid="login-passkey-offer">
      <span className="mark">
        <ShieldIcon size={32} />
      </span>
      <div className="words passkey-words">
        <h1 className="title">{words.title}</h1>
        <p className={fault ? 'code-fault' : 'quiet'} role="status">
          {fault ?? words.text}
        </p>
      </div>
      <div className="actions stacked">
        {state !== 'late' && (
          <Button busy={state === 'busy'} onPress={add} testId="passkey-add">
            {state === 'busy' ? words.busy : words.add}
          </Button>
        )}
        <Button variant="secondary" onPress={onDone} testId="passkey-skip">
          {state === 'late' ? words.goOn : words.skip}
        </Button>
      </div>
    </main>
  )
}
