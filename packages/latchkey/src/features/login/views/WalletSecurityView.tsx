import { useEffect } from 'react'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { Failure } from '../../../ui/parts/failure/Failure.js'
import { openAccountSettings } from '../actions/openAccountSettings.js'
import { FrameScreen } from './FrameSlot.js'

/** The wallet's own pages: what keeps the key, its export, passkeys, other devices. */
export function WalletSecurityView() {
  const { run, error } = useAction(openAccountSettings, { quiet: true })
  useEffect(() => void run(), [run])
  if (error) {
    const text = toWidgetError(error).message
    return <Failure text={text} onRetry={() => void run()} />
  }
  return <FrameScreen />
}
