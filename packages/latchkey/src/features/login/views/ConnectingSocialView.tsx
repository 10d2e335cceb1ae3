import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import type { ViewParams } from '../../../core/modal/views.js'
import * as loginText from '../../../core/text/login.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import {
  cancelSocialLogin,
  endSocialLogin,
  retrySocialLogin,
} from '../actions/cancelSocialLogin.js'
import { openSocialLogin } from '../actions/openSocialLogin.js'
import { loginFlow, type SocialFlow } from '../store.js'
import { FrameSlot, LoginAttempt, toFailure } from './LoginAttempt.js'

/** A social log-in in a popup. */
export function ConnectingSocialView({
  params: { provider },
}: {
  readonly params: ViewParams['ConnectingSocial']
}) {
  const widget = useWidget()
  const flow = useStore(loginFlow(widget), (state) => state.social)
  const isFrameShown = useStore(widget.stores.login, (state) => state.screenHeight > 0)
  useEffect(() => {
    // Opened from a recent wallet, the view itself starts the log-in.
    if (!loginFlow(widget).get().social) openSocialLogin(widget, { provider })
    return () => endSocialLogin(widget)
  }, [widget, provider])
  const phase = flow?.phase ?? 'opening'
  const name = loginText.providerNames[provider]
  return (
    <>
      <FrameSlot />
      {!isFrameShown && (
        <LoginAttempt
          provider={provider}
          title={loginText.social.title(name)}
          {...(phase === 'failed'
            ? toFailure(flow?.error)
            : { state: 'waiting', status: loginText.social[phase] })}
        >
          {phase !== 'retrieving' && <AttemptButtons phase={phase} name={name} />}
        </LoginAttempt>
      )}
    </>
  )
}

type AttemptButtonsProps = { readonly phase: SocialFlow['phase']; readonly name: string }

/** Popups are opened inside the click: browsers block them later. */
function AttemptButtons({ phase, name }: AttemptButtonsProps) {
  const widget = useWidget()
  const { open, tryAgain, cancel } = loginText.social
  return (
    <>
      {phase === 'blocked' && (
        <Button testId="social-open-button" onClick={() => retrySocialLogin(widget)}>
          {open(name)}
        </Button>
      )}
      {(phase === 'failed' || phase === 'waiting') && (
        <Button
          variant={phase === 'failed' ? 'primary' : 'secondary'}
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => retrySocialLogin(widget)}
        >
          {tryAgain}
        </Button>
      )}
      <Button
        variant="quiet"
        testId="social-cancel-button"
        onClick={() => cancelSocialLogin(widget)}
      >
        {cancel}
      </Button>
    </>
  )
}
