import { useId, useState } from 'react'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as loginText from '../../../../core/text/login.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { ErrorIcon } from '../../../../ui/icons/index.js'
import { ArrowIcon } from '../../../../ui/icons/login.js'
import { Spinner } from '../../../../ui/parts/spinner/Spinner.js'
import { logInByEmail } from '../../actions/logInByEmail.js'
import { loginFlow } from '../../store.js'
import { EmailField } from './EmailField.js'
import { isLongEnough } from './isLongEnough.js'

export type EmailFormProps = {
  readonly disabled: boolean
  /** Takes the focus when it appears. */
  readonly focused?: boolean
}

export function EmailForm({ disabled, focused = false }: EmailFormProps) {
  const widget = useWidget()
  const { recordEvent } = useActions()
  const flow = loginFlow(widget)
  const { email, emailStep, emailError } = useStore(flow, (state) => state)
  const [typed, setTyped] = useState(email)
  const errorId = useId()
  const isBusy = emailStep === 'sending' || emailStep === 'connecting'
  const canSubmit = !disabled && !isBusy && isLongEnough(typed)
  // What was typed since then has not been refused.
  const isInvalid = isWidgetError(emailError, 'login/invalid-email') && typed.trim() === email
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) void logInByEmail(widget, { email: typed.trim() })
      }}
    >
      <EmailField
        value={typed}
        onChange={setTyped}
        onFocus={() => recordEvent({ event: 'EMAIL_LOGIN_SELECTED' })}
        disabled={disabled}
        readOnly={isBusy}
        errorId={isInvalid ? errorId : undefined}
        focused={focused}
      >
        {(isBusy || canSubmit) && (
          <button
            type="submit"
            className="email-submit"
            aria-label={loginText.email.submit}
            aria-disabled={isBusy || undefined}
            aria-busy={isBusy || undefined}
            data-testid="email-submit"
          >
            {isBusy ? <Spinner /> : <ArrowIcon />}
          </button>
        )}
      </EmailField>
      {isInvalid && (
        <p id={errorId} className="email-error" role="alert" data-testid="email-error">
          <ErrorIcon size={16} />
          <span>{loginText.email.invalid}</span>
        </p>
      )}
    </form>
  )
}
