import { useState } from 'preact/hooks'
import { MailIcon } from '../parts/icons.js'
import type { Clock } from '../screens/clock.js'
import type { DeviceRequest } from '../screens/screens.js'
import { BigNumber } from './BigNumber.js'
import { faultText } from './faultText.js'
import { Outcome, type OutcomeProps } from './Outcome.js'
import { Resend } from './Resend.js'
import { shortEmail } from './shortEmail.js'
import { resendFaults, device as words } from './text.js'

export type DeviceScreenProps = { readonly request: DeviceRequest; readonly clock: Clock }

export function DeviceScreen({ request, clock }: DeviceScreenProps) {
  const { email, number } = request
  const [word, setWord] = useState<OutcomeProps | undefined>()
  return (
    <main class="screen code-screen device centred" data-testid="login-device">
      {number === undefined && (
        <span class="mark">
          <MailIcon size={32} />
        </span>
      )}
      <div class="words">
        <h1 class="title">{words.title}</h1>
        <p class="quiet">
          {words.sent}{' '}
          <bdi class="code-to" title={email}>
            {shortEmail(email)}
          </bdi>
        </p>
      </div>
      {number !== undefined && (
        <div class="device-number" data-testid="login-device-number">
          <p class="quiet">{words.number}</p>
          <BigNumber number={number} />
        </div>
      )}
      <p class="hint">{words.after}</p>
      <div class="code-state" aria-live="polite">
        {word && <Outcome {...word} />}
      </div>
      <Resend
        clock={clock}
        words={words}
        send={() => request.resend()}
        onSent={() => setWord({ tone: 'resent', text: words.resent })}
        onFault={(error) => setWord({ tone: 'fault', text: faultText(resendFaults, error) })}
      />
    </main>
  )
}
