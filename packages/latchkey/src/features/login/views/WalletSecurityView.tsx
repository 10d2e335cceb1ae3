import { useEffect } from 'react'
import * as errorText from '../../../core/runtime/errors/catalogue/interface.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { Failure } from '../../../ui/parts/failure/Failure.js'
import { openAccountSettings } from '../actions/openAccountSettings.js'
import { FrameScreen } from './FrameScreen.js'

/** The wallet's own pages: what keeps the key, its export, passkeys, other devices. */
export function WalletSecurityView() {
  const { run, error } = useAction(openAccountSettings, { quiet: true })
  useEffect(() => void run(), [run])
  if (error) {
    const text = isWidgetError(error) ? error.message : errorText.unexpected
    return <Failure text={text} onRetry={() => void run()} />
  }
  return <FrameScreen />
}
