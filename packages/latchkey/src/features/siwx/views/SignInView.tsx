import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import type { SiwxState } from '../../../core/siwx/store.js'
import { signIn as text } from '../../../core/text/signIn.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { cancelSignIn } from '../actions/cancelSignIn.js'
import { prepareSignIn } from '../actions/prepareSignIn.js'
import { signIn } from '../actions/signIn.js'
import { SignInDetails } from './SignInDetails.js'
import { SignInPictures } from './SignInPictures.js'
import { SignInStatus } from './SignInStatus.js'

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
