import { WarningIcon } from '@latchkey/parts/icons'
import { useEffect } from 'react'
import { currentRoute } from '../../../core/modal/store.js'
import type { ViewName } from '../../../core/modal/views.js'
import { toWidgetError } from '../../../core/runtime/errors/interface.js'
import { modalText } from '../../../core/text/modal.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { Failure } from '../../../ui/parts/failure/Failure.js'
import { leaveFrameScreen, openAccountSettings } from '../actions/frameScreens.js'
import { loginFlow } from '../store.js'
import { FrameScreen } from './FrameSlot.js'
import { gettingReady, LoginAttempt } from './LoginAttempt.js'

/** Views in which the frame asks for something on the way to a login or a new address. */
const steps: readonly ViewName[] = [
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
]

/** A code or a mailed link: the frame draws it, so that the page never sees a code. */
export function FrameFlowView() {
  const widget = useWidget()
  const { goBack } = useActions()
  const { router } = widget.stores
  const { emailStep, emailError, update } = useStore(loginFlow(widget), (state) => state)
  const error = update ? update.error : emailStep === 'idle' ? emailError : undefined

  useEffect(
    () => () => {
      const isOnTheWay = steps.includes(currentRoute(router.get()).view)
      if (!isOnTheWay) leaveFrameScreen(widget)
    },
    [widget, router],
  )

  if (error) {
    const again = { label: modalText.shell.retry, onPress: () => goBack() }
    return <Empty icon={WarningIcon} title={error.message} action={again} />
  }
  if (emailStep === 'connecting') return <LoginAttempt provider="email" {...gettingReady} />
  return <FrameScreen />
}

/** What the site asks the wallet for. Leaving it refuses, which the requests themselves see to. */
export function ApproveTransactionView() {
  return <FrameScreen />
}

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
