import { Button } from '@latchkey/parts/Button'
import { WindowScreen } from '../../approve/WindowScreen.js'
import { type GuardContext, renderGuarded } from '../../guard/renderGuarded.js'
import type { AccountRequest } from '../screens.js'
import { AccountScreen } from './AccountScreen.js'
import { done as doneText, inWindow } from './text.js'

/** Renders the account pages where clicks cannot be hijacked: in the frame, or in a window. */
export function renderAccount(context: GuardContext, request: AccountRequest) {
  return renderGuarded<void>(context, {
    title: inWindow.title,
    render: (mustBeVisible, done, signal) => (
      <AccountScreen
        request={request}
        clock={context.clock}
        signal={signal}
        mustBeVisible={mustBeVisible}
        onDone={done}
      />
    ),
    renderOpener: (open, done) => (
      <WindowScreen
        title={inWindow.title}
        testId="login-account-window"
        open={open}
        openTestId="account-open"
        leave={
          <Button variant="secondary" onClick={done} testId="account-done">
            {doneText}
          </Button>
        }
      />
    ),
  })
}
