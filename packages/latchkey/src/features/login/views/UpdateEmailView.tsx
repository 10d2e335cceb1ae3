import { Button } from '@latchkey/parts/Button'
import { ErrorIcon } from '@latchkey/parts/icons'
import { useId, useState } from 'react'
import * as loginText from '../../../core/text/login.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { updateEmail } from '../actions/updateEmail.js'
import { loginFlow } from '../store.js'
import { EmailField, isPlausibleEmail } from './sections/EmailForm.js'

export function UpdateEmailView() {
  const widget = useWidget()
  const { goBack } = useActions()
  const currentEmail = useStore(widget.stores.login, (state) => state.user?.email ?? '')
  const update = useStore(loginFlow(widget), (state) => state.update)
  const [value, setValue] = useState(update?.email ?? currentEmail)
  const errorId = useId()
  const email = value.trim()
  const isBusy = update?.step === 'sending'
  const canSave = !isBusy && isPlausibleEmail(email) && email !== currentEmail
  // The error belongs to the submitted address only.
  const error = update?.email === email ? update.error : undefined
  const { text, save, cancel } = loginText.update

  function submit() {
    if (canSave) void updateEmail(widget, { email })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap={16}>
        <div className="email-form">
          <EmailField
            value={value}
            onChange={setValue}
            readOnly={isBusy}
            errorId={error && errorId}
            focused
          />
          {error && (
            <p id={errorId} className="email-error" role="alert" data-testid="email-error">
              <ErrorIcon size={16} />
              <span>{error.message}</span>
            </p>
          )}
        </div>
        <p className="aside">{text}</p>
        <Stack direction="row" gap={8}>
          <Button variant="secondary" onClick={() => goBack()}>
            {cancel}
          </Button>
          <Button
            busy={isBusy}
            disabled={!canSave}
            testId="w3m-account-email-save"
            onClick={submit}
          >
            {save}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
