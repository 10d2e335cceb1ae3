import { Button } from '@latchkey/parts/Button'
import { WindowScreen } from '../../approve/WindowScreen.js'
import { type GuardContext, renderGuarded } from '../../guard/renderGuarded.js'
import type { AccountRequest } from '../screens.js'
import { AccountScreen } from './AccountScreen.js'
import { done as doneText, inWindow } from './text.js'

/** Draws the account's pages where no press on them can be stolen: in the frame, or in a window. */
export function renderAccount(place: GuardContext, request: AccountRequest) {
  return renderGuarded<void>(place, {
    title: inWindow.title,
    draw: (needsSight, done, signal) => (
      <AccountScreen
        request={request}
        clock={place.clock}
        signal={signal}
        needsSight={needsSight}
        onDone={done}
      />
    ),
    drawOpener: (open, done) => (
      <WindowScreen
        title={inWindow.title}
        testId="login-account-window"
        open={open}
        openTestId="account-open"
        leave={
          <Button variant="secondary" onPress={done} testId="account-done">
            {doneText}
          </Button>
        }
      />
    ),
  })
}
