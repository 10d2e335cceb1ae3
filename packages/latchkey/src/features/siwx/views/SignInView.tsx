import { Button } from '@latchkey/parts/Button'
import { CheckIcon, CloseIcon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { Spinner } from '@latchkey/parts/Spinner'
import { parseAccountId } from '@latchkey/wire/caip'
import { useEffect, useRef } from 'react'
import { type Connected, getConnection, type WalletInfo } from '../../../core/connection/store.js'
import type { SiwxState } from '../../../core/siwx/store.js'
import { signInFailures as failures, signIn as text } from '../../../core/text/signIn.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { LoginMark } from '../../../ui/parts/LoginMark.js'
import { Picture } from '../../../ui/parts/Picture.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { cancelSignIn } from '../actions/cancelSignIn.js'
import { prepareSignIn } from '../actions/prepareSignIn.js'
import { signIn } from '../actions/signIn.js'
import { SignInDetails } from './SignInDetails.js'

/** Asks the visitor to sign a message that proves to the site that the account is theirs. */
export function SignInView() {
  const { config, stores, ports } = useWidget()
  const state = useStore(stores.siwx, (siwx) => siwx)
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const prepare = usePreparedMessage(state)
  const sign = useAction(signIn, { quiet: true })
  const cancel = useAction(cancelSignIn)

  const { status, message, failure, isRequired } = state
  const { name, icons } = { ...ports.page.metadata(), ...config.metadata }
  const site = name.trim() || text.unnamedSite
  const wallet = walletName(connection)
  const isSigned = status === 'signed'
  const isSigning = status === 'signing'
  const isCancelling = status === 'cancelling'
  return (
    <div className="signin">
      <SignInPictures
        site={{ name: site, icon: icons[0] }}
        wallet={connection?.wallet}
        state={isSigned ? 'signed' : failure && !isSigning ? 'failed' : 'waiting'}
      />
      <div className="signin-words">
        <p className="signin-title">{isSigned ? text.signedTitle : text.title(site)}</p>
        <p className="signin-text">{text.text}</p>
        {isRequired && <p className="signin-text">{text.requiredText}</p>}
      </div>
      <SignInDetails state={state} hasFailed={prepare.hasFailed} />
      <SignInStatus
        state={state}
        wallet={wallet}
        hasFailedToPrepare={prepare.hasFailed}
        onPrepare={prepare.run}
      />
      <Stack direction="row" gap={8}>
        <Button
          variant="secondary"
          busy={isCancelling}
          disabled={isSigned}
          testId="w3m-connecting-siwe-cancel"
          onClick={() => cancel.run()}
        >
          {isCancelling ? text.cancelling : text.cancel}
        </Button>
        <Button
          busy={isSigning || isSigned}
          disabled={isCancelling || !message}
          testId="w3m-connecting-siwe-sign"
          onClick={() => sign.run()}
        >
          {isSigning || isSigned ? text.signing : text.sign}
        </Button>
      </Stack>
    </div>
  )
}

/** Has the message created when the view opens, and again when the account changes. */
function usePreparedMessage({ status, account, message, failure }: SiwxState) {
  const { run, status: progress } = useAction(prepareSignIn, { quiet: true })
  const isMissing = status === 'unsigned' && !message && failure === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has its own message
  useEffect(() => {
    if (isMissing) run()
  }, [run, isMissing, account])
  const hasFailed = !message && (progress === 'failed' || failure !== undefined)
  return { hasFailed: hasFailed && progress !== 'running', run: () => void run() }
}

function walletName(connection: Connected | undefined): string {
  const isEmbedded = connection?.wallet.type === 'AUTH'
  return (!isEmbedded && connection?.wallet.name) || text.unnamedWallet
}

const size = 64

type SignInPicturesProps = {
  readonly site: { readonly name: string; readonly icon: string | undefined }
  readonly wallet: WalletInfo | undefined
  readonly state: 'waiting' | 'failed' | 'signed'
}

const marks = { waiting: undefined, failed: CloseIcon, signed: CheckIcon }

/** The site and the wallet side by side. Decorative: the text names both. */
function SignInPictures({ site, wallet, state }: SignInPicturesProps) {
  const Mark = marks[state]
  return (
    <div className="signin-pictures" data-state={state} aria-hidden="true">
      <span className="signin-picture signin-site">
        <Picture name={site.name} src={site.icon} size={size} shape="tile" />
      </span>
      <span className="signin-picture signin-wallet">
        {wallet?.type === 'AUTH' ? (
          <span className="signin-login">
            <LoginMark provider={wallet.social} />
          </span>
        ) : (
          <Picture name={wallet?.name ?? ''} src={wallet?.icon} size={size} shape="tile" />
        )}
      </span>
      {Mark && (
        <span className="signin-mark">
          <Mark size={16} />
        </span>
      )}
    </div>
  )
}

type SignInStatusProps = {
  readonly state: SiwxState
  readonly wallet: string
  readonly hasFailedToPrepare: boolean
  readonly onPrepare: () => void
}

/** What happens now, or what went wrong. One live region, so that screen readers hear each change. */
function SignInStatus(props: SignInStatusProps) {
  const { status, failure, isSubmitted } = props.state
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may appear below the fold
  useEffect(() => {
    if (region.current?.hasChildNodes()) region.current.scrollIntoView({ block: 'nearest' })
  }, [status, failure, isSubmitted, props.hasFailedToPrepare])
  return (
    <div ref={region} className="signin-status" role="status">
      {status === 'signing' ? <Waiting {...props} /> : <Failure {...props} />}
    </div>
  )
}

function Waiting({ state: { isSubmitted }, wallet }: SignInStatusProps) {
  return (
    <div className="signin-progress" data-testid="siwx-signing">
      <Spinner />
      <span className="signin-progress-words">
        <span className="signin-progress-title">
          {isSubmitted ? text.submittedTitle : text.waitingTitle(wallet)}
        </span>
        <span className="signin-progress-text">
          {isSubmitted ? text.submittedText : text.waitingText}
        </span>
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
