import { NotConnectedError } from '../../../core/runtime/errors/connection.js'
import { InvalidSessionError } from '../../../core/runtime/errors/siwxSession.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as limits from '../../../core/runtime/limits.js'
import { createSignInMessage } from '../../../core/siwx/actions/createSignInMessage.js'
import { getSignInAccount, type SignInAccount } from '../../../core/siwx/signInAccount.js'
import type { SiwxMessageToSign } from '../../../core/siwx/siwx.js'
import type { SignInFailure } from '../../../core/siwx/store.js'
import { getOrCreate, type Widget } from '../../../core/widget.js'

type Prepared = {
  readonly account: SignInAccount['id']
  readonly createdAt: number
  readonly message: Promise<SiwxMessageToSign>
}

const createPrepared = (): { latest: Prepared | undefined } => ({ latest: undefined })

/** Creates the message that the view shows, unless there is a fresh one. */
export async function prepareSignIn(widget: Widget): Promise<void> {
  const { siwx } = widget.stores
  const account = getSignInAccount(widget)
  if (!account) throw new NotConnectedError()
  if (siwx.get().status === 'unsigned') siwx.set({ failure: undefined })
  try {
    await getPreparedMessage(widget, account)
  } catch (error) {
    const { status, account: current } = siwx.get()
    if (current === account.id && status === 'unsigned')
      siwx.set({ failure: toFailure(widget, error) })
    throw error
  }
}

/** The message of an account; a stale one is created again. */
export async function getPreparedMessage(
  widget: Widget,
  { id, accountAddress, chainId }: SignInAccount,
): Promise<SiwxMessageToSign> {
  const { stores, ports } = widget
  const prepared = getOrCreate(widget, createPrepared)
  const now = ports.clock.now()
  const { latest } = prepared
  const isFresh =
    latest?.account === id &&
    now - latest.createdAt < limits.signInMessageLifetime &&
    now >= latest.createdAt
  const used: Prepared = isFresh
    ? latest
    : {
        account: id,
        createdAt: now,
        message: createSignInMessage(widget, { accountAddress, chainId }),
      }
  prepared.latest = used
  try {
    const message = await used.message
    if (stores.siwx.get().account === id) stores.siwx.set({ message })
    return message
  } catch (error) {
    if (prepared.latest === used) prepared.latest = undefined
    throw error
  }
}

/** A message is signed at most once: its nonce is used. */
export function discardPreparedMessage(widget: Widget): void {
  getOrCreate(widget, createPrepared).latest = undefined
}

/** What the view says about an error. */
export function toFailure({ ports }: Widget, error: unknown): SignInFailure {
  if (isWidgetError(error, 'connection/user-rejected')) return 'rejected'
  if (isWidgetError(error, 'wallet/wrong-signer')) return 'wrong-account'
  if (error instanceof InvalidSessionError && error.reason === 'wrong-signature') {
    return 'wrong-account'
  }
  return ports.page.isOnline() ? 'failed' : 'offline'
}
