import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { Spinner } from '@latchkey/parts/Spinner'
import { parseAccountId } from '@latchkey/wire/caip'
import { useEffect, useRef } from 'react'
import type { SiwxState } from '../../../core/siwx/store.js'
import { signInFailures as failures, signIn as text } from '../../../core/text/signIn.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'

type SignInStatusProps = {
  readonly state: SiwxState
  readonly wallet: string
  readonly hasFailedToPrepare: boolean
  readonly onPrepare: () => void
}

/** What happens now, or what went wrong. One live region, so that screen readers hear each change. */
export function SignInStatus(props: SignInStatusProps) {
  const { status, failure } = props.state
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may appear below the fold
  useEffect(() => {
    if (region.current?.hasChildNodes()) region.current.scrollIntoView({ block: 'nearest' })
  }, [status, failure, props.hasFailedToPrepare])
  return (
    <div ref={region} className="signin-status" role="status">
      {status === 'signing' ? <Waiting wallet={props.wallet} /> : <Failure {...props} />}
    </div>
  )
}

function Waiting({ wallet }: { readonly wallet: string }) {
  return (
    <div className="signin-progress" data-testid="siwx-signing">
      <Spinner />
      <span className="signin-progress-words">
        <span className="signin-progress-title">{text.waitingTitle(wallet)}</span>
        <span className="signin-progress-text">{text.waitingText}</span>
      </span>
    </div>
  )
}

function Failure({ state, wallet, hasFailedToPrepare, onPrepare }: SignInStatusProps) {
  const { status, failure, account } = state
  if (status === 'cancelling' || status === 'signed') return null
  if (hasFailedToPrepare) {
    const { title, text: body } = failure === 'offline' ? failures.offline : failures.notPrepared
    return (
      <Notice
        tone="bad"
        title={title}
        testId="siwx-not-prepared"
        action={
          <Button variant="secondary" size="small" testId="siwx-try-again" onClick={onPrepare}>
            {text.tryAgain}
          </Button>
        }
      >
        {body}
      </Notice>
    )
  }
  switch (failure) {
    case undefined:
      return null
    case 'wrong-account': {
      const address = parseAccountId(account)?.address
      return (
        <Notice
          tone="warn"
          title={failures.wrongAccount.title}
          testId="siwx-wrong-account"
          action={address && <FullAddress address={address} />}
        >
          {failures.wrongAccount.text(wallet)}
        </Notice>
      )
    }
    case 'rejected':
      return (
        <Notice tone="warn" title={failures.rejected.title} testId="siwx-rejected">
          {failures.rejected.text}
        </Notice>
      )
    default:
      return (
        <Notice tone="bad" title={failures[failure].title} testId={`siwx-${failure}`}>
          {failures[failure].text}
        </Notice>
      )
  }
}
