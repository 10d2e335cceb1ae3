import { useEffect } from 'react'
import { currentRoute } from '../../../core/modal/store.js'
import type { ViewName } from '../../../core/modal/views.js'
import { getErrorText } from '../../../core/runtime/errors/interface.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Failure } from '../../../ui/parts/Empty.js'
import { leaveFrameScreen, openAccountSettings } from '../actions/frameScreens.js'
import { loginFlow } from '../store.js'
import { FrameScreen, LoginAttempt, preparing } from './LoginAttempt.js'

/** Views of a log-in or an email change that the frame renders. */
const steps: readonly ViewName[] = [
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
]

/** Rendered by the frame, so that the page never sees a code. */
export function FrameFlowView() {
  const widget = useWidget()
  const { goBack } = useActions()
  const { router } = widget.stores
  const { emailStep, emailError, update } = useStore(loginFlow(widget), (state) => state)
  const error = update ? update.error : emailStep === 'idle' ? emailError : undefined

  useEffect(
    () => () => {
      const isInFlow = steps.includes(currentRoute(router.get()).view)
      if (!isInFlow) leaveFrameScreen(widget)
    },
    [widget, router],
  )

  if (error) {
    return <Failure text={getErrorText(error)} onRetry={() => goBack()} />
  }
  if (emailStep === 'connecting') return <LoginAttempt provider="email" {...preparing} />
  return <FrameScreen />
}

/** A wallet request. Leaving the view rejects it; the requests handle that themselves. */
export function ApproveTransactionView() {
  return <FrameScreen />
}

/** The wallet's own screens: key export, passkeys, devices. */
export function WalletSecurityView() {
  const { run, error } = useAction(openAccountSettings, { quiet: true })
  useEffect(() => void run(), [run])
  if (error) {
    return <Failure text={getErrorText(error)} onRetry={() => void run()} />
  }
  return <FrameScreen />
}
