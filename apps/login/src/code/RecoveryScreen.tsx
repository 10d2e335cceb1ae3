import { Button } from '../parts/Button.js'
import { ShieldIcon } from '../parts/icons.js'
import { PendingRecoveryNotice } from '../parts/PendingRecoveryNotice.js'
import { dateText } from '../parts/whenText.js'
import type { PendingApproval } from '../vault/createCustody.js'
import { BigNumber } from './BigNumber.js'
import { firstWallet, recovery } from './text.js'

export type RecoveryScreenProps = {
  readonly request: PendingApproval
  readonly onClose: () => void
}

/** Shows what is missing before a wallet opens on this device, or the first one is made. */
export function RecoveryScreen({ request, onClose }: RecoveryScreenProps) {
  const words = request.isFirst ? firstWallet : recovery
  const other = request.other && <PendingRecoveryNotice request={request.other} />
  if (request.state === 'mailed') {
    return (
      <main class="screen code-screen device centred" data-testid="login-recovery">
        <div class="words">
          <h1 class="title">{words.title}</h1>
          <p class="quiet">{words.mailed}</p>
        </div>
        <div class="device-number" data-testid="login-recovery-number">
          <BigNumber number={request.number} />
        </div>
        <p class="hint">{words.mailHint}</p>
        {other}
        <Button variant="secondary" onPress={onClose} testId="recovery-cancel">
          {words.cancel}
        </Button>
      </main>
    )
  }
  const isWaiting = request.state === 'waiting'
  return (
    <main class="screen code-screen device centred" data-testid="login-recovery">
      <span class="mark">
        <ShieldIcon size={32} />
      </span>
      <div class="words" role="status">
        <h1 class="title">{isWaiting ? words.waitingTitle : words.refusedTitle}</h1>
        <p class="quiet">{isWaiting ? words.waiting(dateText(request.readyAt)) : words.refused}</p>
        {isWaiting && <p class="quiet">{words.afterWait}</p>}
      </div>
      {other}
      <Button variant="secondary" onPress={onClose} testId="recovery-close">
        {words.close}
      </Button>
    </main>
  )
}
