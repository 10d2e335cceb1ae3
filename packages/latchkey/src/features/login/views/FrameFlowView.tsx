import { useEffect } from 'react'
import { currentRoute } from '../../../core/modal/router.js'
import type { ViewName } from '../../../core/modal/views.js'
import { modalText } from '../../../core/text/modal.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { WarningIcon } from '../../../ui/icons/index.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
import { leaveFrameScreen } from '../actions/openAccountSettings.js'
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
