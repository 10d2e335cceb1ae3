import { MailIcon } from '@latchkey/parts/lazyIcons'
import { useState } from 'react'
import type { Clock } from '../screens/clock.js'
import type { DeviceRequest } from '../screens/screens.js'
import { BigNumber } from './BigNumber.js'
import { getErrorText } from './errorText.js'
import { Outcome, type OutcomeProps } from './Outcome.js'
import { Resend } from './Resend.js'
import { resendErrors, shortEmail, device as texts } from './text.js'

export type DeviceScreenProps = { readonly request: DeviceRequest; readonly clock: Clock }

export function DeviceScreen({ request, clock }: DeviceScreenProps) {
  const { email, number } = request
  const [outcome, setOutcome] = useState<OutcomeProps | undefined>()
  return (
    <main className="screen code-screen device centred" data-testid="login-device">
      {number === undefined && (
        <span className="mark">
          <MailIcon size={32} />
        </span>
      )}
      <div className="words">
        <h1 className="title">{texts.title}</h1>
        <p className="quiet">
          {texts.sent}{' '}
          <bdi className="code-to" title={email}>
            {shortEmail(email)}
          </bdi>
        </p>
      </div>
      {number !== undefined && (
        <div className="device-number" data-testid="login-device-number">
          <p className="quiet">{texts.number}</p>
          <BigNumber number={number} />
        </div>
      )}
      <p className="hint">{texts.after}</p>
      <div className="code-state" aria-live="polite">
        {outcome && <Outcome {...outcome} />}
      </div>
      <Resend
        clock={clock}
        texts={texts}
        send={() => request.resend()}
        onSent={() => setOutcome({ tone: 'resent', text: texts.resent })}
        onError={(error) => setOutcome({ tone: 'fault', text: getErrorText(resendErrors, error) })}
      />
    </main>
  )
}
