import { Button } from '@latchkey/parts/Button'
import { type GuardContext, renderGuarded } from '../guard/renderGuarded.js'
import type { ConfirmRequest } from '../screens/screens.js'
import { ConfirmScreen } from './ConfirmScreen.js'
import { RequestOrigin } from './RequestOrigin.js'
import { actions, window as description } from './text.js'
import { WindowScreen } from './WindowScreen.js'

/** Renders a confirmation where its click cannot be hijacked: in the frame, or in a window. */
export function renderConfirmation(context: GuardContext, request: ConfirmRequest) {
  return renderGuarded<boolean>(context, {
    title: description.title,
    render: (mustBeVisible, done, signal) => (
      <ConfirmScreen
        request={request}
        clock={context.clock}
        signal={signal}
        mustBeVisible={mustBeVisible}
        onDecision={done}
      />
    ),
    renderOpener: (open, done) => (
      <WindowScreen
        title={description.title}
        testId="login-confirm-window"
        open={open}
        openTestId="approve-open"
        leave={
          <Button variant="secondary" onClick={() => done(false)} testId="approve-reject">
            {actions.reject}
          </Button>
        }
      >
        <RequestOrigin origin={request.origin} />
      </WindowScreen>
    ),
  })
}
