import { Button } from '../screens/parts/Button.js'
import { ShieldIcon } from '../screens/parts/icons.js'
import type { RecoveryRequest } from '../screens/screens.js'
import { dateText } from '../screens/whenText.js'
import { BigNumber } from './BigNumber.js'
import { recovery as words } from './text.js'

export type RecoveryScreenProps = {
  readonly request: RecoveryRequest
  readonly onClose: () => void
}

/** Shows what is missing before an existing wallet opens on this device. */
export function RecoveryScreen({ request, onClose }: RecoveryScreenProps) {
  if (request.state === 'mailed') {
    return (
      <main className="screen code-screen device centred" data-testid="login-recovery">
        <div className="words">
          <h1 className="title">{words.title}</h1>
          <p className="quiet">{words.mailed}</p>
        </div>
        <div className="device-number" data-testid="login-recovery-number">
          <BigNumber number={request.number} />
        </div>
        <p className="hint">{words.mailHint}</p>
      </main>
    )
  }
  const isWaiting = request.state === 'waiting'
  return (
    <main className="screen code-screen device centred" data-testid="login-recovery">
      <span className="mark">
        <ShieldIcon size={32} />
      </span>
      <div className="words" role="status">
        <h1 className="title">{isWaiting ? words.waitingTitle : words.refusedTitle}</h1>
        <p className="quiet">
          {isWaiting ? words.waiting(dateText(request.readyAt)) : words.refused}
        </p>
        {isWaiting && <p className="quiet">{words.cancellable}</p>}
      </div>
      <Button variant="secondary" onPress={onClose} testId="recovery-close">
        {words.close}
      </Button>
    </main>
  )
}
