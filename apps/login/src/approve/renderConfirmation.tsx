import { Button } from '@latchkey/parts/Button'
import { type GuardContext, renderGuarded } from '../guard/renderGuarded.js'
import type { ConfirmRequest } from '../screens/screens.js'
import { ConfirmScreen } from './ConfirmScreen.js'
import { RequestOrigin } from './RequestOrigin.js'
import { actions, window as words } from './text.js'
import { WindowScreen } from './WindowScreen.js'

/** Draws a confirmation where its press cannot be stolen: in the frame, or in a window. */
export function renderConfirmation(place: GuardContext, request: ConfirmRequest) {
  return renderGuarded<boolean>(place, {
    title: words.title,
    draw: (needsSight, done, signal) => (
      <ConfirmScreen
        request={request}
        clock={place.clock}
        signal={signal}
        needsSight={needsSight}
        onAnswer={done}
      />
    ),
    drawOpener: (open, done) => (
      <WindowScreen
        title={words.title}
        testId="login-confirm-window"
        open={open}
        openTestId="approve-open"
        leave={
          <Button variant="secondary" onPress={() => done(false)} testId="approve-reject">
            {actions.reject}
          </Button>
        }
      >
        <RequestOrigin origin={request.origin} />
      </WindowScreen>
    ),
  })
}
