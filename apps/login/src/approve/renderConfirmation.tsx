import { Button } from '@latchkey/parts/Button'
import { drawGuarded, type GuardedPlace } from '../guard/renderGuarded.js'
import type { ConfirmRequest } from '../screens/screens.js'
import { ConfirmScreen } from './ConfirmScreen.js'
import { Asker } from './RequestOrigin.js'
import { actions, window as words } from './text.js'
import { WindowScreen } from './WindowScreen.js'

/** Draws a confirmation where its press cannot be stolen: in the frame, or in a window. */
export function drawConfirmation(place: GuardedPlace, request: ConfirmRequest) {
  return drawGuarded<boolean>(place, {
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
        <Asker origin={request.origin} />
      </WindowScreen>
    ),
  })
}
