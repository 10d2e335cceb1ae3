import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import * as loginText from '../../../core/text/login.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { farcasterImage } from '../../../ui/icons/socialLogo.js'
import { CopyButton } from '../../../ui/parts/CopyButton.js'
import { QrCode } from '../../../ui/parts/qr-code/QrCode.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { startFarcasterLogin } from '../actions/startFarcasterLogin.js'
import { loginFlow } from '../store.js'
import { FrameSlot, LoginAttempt, preparing, toFailure } from './LoginAttempt.js'

/** The log-in is accepted in the Farcaster app: by QR code, or by a link on a phone. */
export function ConnectingFarcasterView() {
  const widget = useWidget()
  const { device } = widget.ports.page
  const { phase, url, error } = useStore(loginFlow(widget), (state) => ({
    phase: state.farcaster?.phase ?? 'preparing',
    url: state.farcaster?.url,
    error: state.farcaster?.error,
  }))
  const isFrameShown = useStore(widget.stores.login, (state) => state.screenHeight > 0)
  const { run } = useAction(startFarcasterLogin, { quiet: true })
  useEffect(() => void run(), [run])

  const text = loginText.farcaster
  if (phase === 'failed') {
    return (
      <LoginAttempt provider="farcaster" title={text.title} {...toFailure(error)}>
        <Button testId="w3m-connecting-widget-secondary-button" onClick={() => void run()}>
          {text.tryAgain}
        </Button>
      </LoginAttempt>
    )
  }
  if (phase === 'retrieving') {
    return <LoginAttempt provider="farcaster" {...preparing} />
  }
  return (
    <>
      <FrameSlot />
      {!isFrameShown && (device.isMobile ? <PhoneLink url={url} /> : <ScanCode url={url} />)}
    </>
  )
}

function ScanCode({ url }: { readonly url: string | undefined }) {
  const { copyText } = useActions()
  const { code, copyLink, linkCopied, scan } = loginText.farcaster
  return (
    <div className="pairing">
      {url === undefined ? (
        <Skeleton kind="qr" />
      ) : (
        <button
          key={url}
          type="button"
          className="code-button"
          aria-label={`${code}. ${copyLink}`}
          onClick={() => copyText({ text: url, done: linkCopied })}
        >
          <QrCode value={url} image={farcasterImage} alt={code} />
        </button>
      )}
      <p className="attempt-text login-line">{scan}</p>
      <CopyButton label={copyLink} value={url} done={linkCopied} testId="wui-link-copy" />
    </div>
  )
}

function PhoneLink({ url }: { readonly url: string | undefined }) {
  const { phoneTitle, phoneText, open } = loginText.farcaster
  return (
    <LoginAttempt provider="farcaster" state="waiting" title={phoneTitle} status={phoneText}>
      {url === undefined ? (
        <Button disabled onClick={() => undefined}>
          {open}
        </Button>
      ) : (
        <a
          className="button button-primary button-regular login-link"
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          data-testid="farcaster-open-button"
        >
          <span className="button-text">{open}</span>
        </a>
      )}
    </LoginAttempt>
  )
}
