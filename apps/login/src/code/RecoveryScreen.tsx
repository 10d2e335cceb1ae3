import { Button } from '@latchkey/parts/Button'
import { ShieldIcon } from '@latchkey/parts/lazyIcons'
import { formatDate } from '../parts/formatTime.js'
import { PendingRecoveryNotice } from '../parts/PendingRecoveryNotice.js'
import type { PendingApproval } from '../vault/approval.js'
import { BigNumber } from './BigNumber.js'
import { firstWallet, recovery } from './text.js'

export type RecoveryScreenProps = {
  readonly request: PendingApproval
  readonly onClose: () => void
}

/** Shows what to do before a wallet opens on this device, or the first one is created. */
export function RecoveryScreen({ request, onClose }: RecoveryScreenProps) {
  const texts = request.isFirst ? firstWallet : recovery
  const other = request.other && <PendingRecoveryNotice request={request.other} />
  if (request.state === 'mailed') {
    return (
      <main className="screen code-screen device centred" data-testid="login-recovery">
        <div className="words">
          <h1 className="title">{texts.title}</h1>
          <p className="quiet">{texts.mailed}</p>
        </div>
        <div className="device-number" data-testid="login-recovery-number">
          <BigNumber number={request.number} />
        </div>
        <p className="hint">{texts.mailHint}</p>
        {other}
        <Button variant="secondary" onClick={onClose} testId="recovery-cancel">
          {texts.cancel}
        </Button>
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
        <h1 className="title">{isWaiting ? texts.waitingTitle : texts.rejectedTitle}</h1>
        <p className="quiet">
          {isWaiting ? texts.waiting(formatDate(request.readyAt)) : texts.rejected}
        </p>
        {isWaiting && <p className="quiet">{texts.afterWait}</p>}
      </div>
      {other}
      <Button variant="secondary" onClick={onClose} testId="recovery-close">
        {texts.close}
      </Button>
    </main>
  )
}
