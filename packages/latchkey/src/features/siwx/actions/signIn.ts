import { namespaceOf } from '@latchkey/wire/caip'
import { getConnection } from '../../../core/connection/store.js'
import { withLoadingToast } from '../../../core/modal/actions/loadingToast.js'
import { notify } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/store.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { SignInNotConfiguredError, SignInTimeoutError } from '../../../core/runtime/errors/siwx.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import { setSession } from '../../../core/siwx/actions/addSessions.js'
import { openSignIn } from '../../../core/siwx/actions/openSignIn.js'
import { assertSigned } from '../../../core/siwx/assertSigned.js'
import { recordSignInEvent } from '../../../core/siwx/recordSignInEvent.js'
import { getSignInAccount, type SignInAccount } from '../../../core/siwx/signInAccount.js'
import type { SiwxConfig, SiwxSession } from '../../../core/siwx/siwx.js'
import { siwxText } from '../../../core/text/siwx.js'
import type { Widget } from '../../../core/widget.js'
import { discardPreparedMessage, getPreparedMessage, toFailure } from './prepareSignIn.js'

/** Has the active account sign the site's message. Does nothing unless the account is unsigned. */
export async function signIn(widget: Widget): Promise<void> {
  const { siwx: store } = widget.stores
  if (!widget.siwx) throw new SignInNotConfiguredError()
  const account = getSignInAccount(widget)
  if (!account) throw new NotConnectedError()
  if (store.get().account !== account.id || store.get().status !== 'unsigned') return
  recordSignInEvent(widget, 'CLICK_SIGN_SIWX_MESSAGE')
  store.set({ status: 'signing', failure: undefined, isSubmitted: false })
  const isCurrent = () => {
    const { status, account: current } = store.get()
    return current === account.id && status === 'signing'
  }
  try {
    const config = await widget.siwx()
    const session = await withAttempt(widget, 'sign-in', (signal) =>
      sign(widget, { config, account, signal }),
    )
    if (isCurrent()) store.set({ isSubmitted: true })
    await addSession(widget, { config, session })
    if (!isCurrent()) {
      revokeUnused(widget, { config, account })
      return
    }
    setSession(widget, { session })
    recordSignInEvent(widget, 'SIWX_AUTH_SUCCESS')
  } catch (error) {
    // Another account or network is active now, and its state is not about this attempt.
    if (!isCurrent()) return
    handleError(widget, error)
    throw error
  }
}

type SignParameters = {
  readonly config: SiwxConfig
  readonly account: SignInAccount
  readonly signal: AbortSignal
}

async function sign(
  widget: Widget,
  { config, account, signal }: SignParameters,
): Promise<SiwxSession> {
  const { accountAddress, chainId } = account
  const signer = getConnection(widget)?.active
  const connection = widget.sessions.get(namespaceOf(chainId))
  if (!signer || !connection) throw new NotConnectedError()
  const prepared = await getPreparedMessage(widget, account)
  signal.throwIfAborted()
  const message = prepared.toString()
  const { toString: _, ...data } = prepared
  // Each chain family verifies that `signer` made the signature. A late one is dropped by the signal.
  const signature = await withTimeout(
    widget.ports.clock,
    { limit: limits.walletDecisionWait, late: () => new SignInTimeoutError(), signal },
    async (anySignal) => {
      if (!config.signMessage)
        return connection.signMessage({ message, account: signer, signal: anySignal })
      const signature = await config.signMessage({ message, chainId, accountAddress })
      // No chain family has seen it.
      await assertSigned(widget, { data, message, signature })
      return signature
    },
  )
  return { data, message, signature }
}

async function addSession(
  widget: Widget,
  { config, session }: { readonly config: SiwxConfig; readonly session: SiwxSession },
): Promise<void> {
  const late = () => new SignInTimeoutError()
  const limit = limits.signInCallWait
  discardPreparedMessage(widget)
  await withLoadingToast(widget, siwxText.authenticating, () =>
    withTimeout(widget.ports.clock, { limit, late, signal: widget.signal }, async () =>
      config.addSession(session),
    ),
  )
}

/** The visitor cancelled or left while the site stored the session. */
function revokeUnused(
  { stores, ports }: Widget,
  { config, account }: Omit<SignParameters, 'signal'>,
): void {
  const { status, account: current } = stores.siwx.get()
  // Another tab has signed in, and uses it.
  if (current === account.id && status === 'signed') return
  config
    .revokeSession(account.chainId, account.accountAddress)
    .catch((error: unknown) => ports.log.warn('A sign-in session was not deleted', error))
}

function handleError(widget: Widget, error: unknown): void {
  const { stores, config } = widget
  // The visitor closed the view.
  if (isWidgetError(error, 'connection/modal-closed')) {
    stores.siwx.set({ status: 'unsigned' })
    return
  }
  const failure = toFailure(widget, error)
  stores.siwx.set({ status: 'unsigned', failure })
  const message = error instanceof Error ? error.message : String(error)
  recordSignInEvent(widget, 'SIWX_AUTH_ERROR', { message })
  const isOpen = stores.modal.get().isOpen || config.embedded
  if (!isOpen || currentRoute(stores.router.get()).view !== 'SIWXSignMessage') openSignIn(widget)
  if (failure === 'failed') void notify(widget, { variant: 'error', message: siwxText.signFailed })
}
