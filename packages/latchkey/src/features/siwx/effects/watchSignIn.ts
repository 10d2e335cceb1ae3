import { readTime } from '@latchkey/wire/siwx'
import { disconnect } from '../../../core/connection/actions/disconnect.js'
import { isAnyConnected } from '../../../core/connection/store.js'
import { closeModal, openModal } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/store.js'
import { cancelAttempt } from '../../../core/runtime/attempt.js'
import { watch } from '../../../core/runtime/createStore.js'
import { SignInTimeoutError } from '../../../core/runtime/errors/siwx.js'
import * as limits from '../../../core/runtime/limits.js'
import { withTimeout } from '../../../core/runtime/withTimeout.js'
import { isSessionOf, setSession } from '../../../core/siwx/actions/addSessions.js'
import { openSignIn } from '../../../core/siwx/actions/openSignIn.js'
import { getSignInAccount, type SignInAccount } from '../../../core/siwx/signInAccount.js'
import { signOutsOf } from '../../../core/siwx/signOuts.js'
import type { SiwxSession } from '../../../core/siwx/siwx.js'
import { siwxText } from '../../../core/text/siwx.js'
import type { Widget } from '../../../core/widget.js'
import { signOutDisconnected } from './signOutDisconnected.js'

/** Checks the session of the active account, and shows the sign-in view if there is none. */
export function watchSignIn(widget: Widget): () => void {
  const { connection, network, siwx, modal } = widget.stores
  const { storage, log } = widget.ports
  /** Aborted when another account becomes active. */
  let current = new AbortController()

  function followAccount() {
    const account = getSignInAccount(widget)
    const previous = siwx.get()
    if (account?.id === previous.account) return
    current.abort()
    current = new AbortController()
    cancelAttempt(widget, 'sign-in')
    siwx.set({
      status: account ? 'checking' : 'off',
      account: account?.id,
      session: undefined,
      message: undefined,
      failure: undefined,
      lastSignedNetwork: isAnyConnected(connection.get()) ? previous.lastSignedNetwork : undefined,
    })
    if (account) void checkFirst(account, previous.account !== undefined, current.signal)
  }

  async function checkFirst(account: SignInAccount, isChange: boolean, signal: AbortSignal) {
    const isChecking = () => !signal.aborted && siwx.get().status === 'checking'
    try {
      const session = await readSession(widget, account, signal)
      if (!isChecking()) return
      if (session) setSession(widget, { session })
      else ask(isChange)
    } catch (error) {
      if (!isChecking()) return
      if (siwx.get().isRequired) {
        siwx.set({ status: 'unsigned' })
        void failSignInCheck(widget, { error })
      } else {
        log.error('The sign-in session could not be read', error)
        ask(isChange)
      }
    }
  }

  /** A restored connection does not have to interrupt the visitor with an optional sign-in. */
  function ask(isChange: boolean) {
    siwx.set({ status: 'unsigned', session: undefined })
    const isOpen = modal.get().isOpen || widget.config.embedded
    if (siwx.get().isRequired || isOpen || isChange) void openWhenIdle(widget, current.signal)
  }

  /** Another tab may have signed in or out, or the session has expired. */
  async function checkAgain() {
    const account = getSignInAccount(widget)
    const { signal } = current
    const before = siwx.get()
    if (!account || before.status === 'checking') return
    try {
      const session = await readSession(widget, account, signal)
      const { status } = siwx.get()
      if (signal.aborted || status === 'checking') return
      if (session) setSession(widget, { session })
      else if (status === 'signed' && siwx.get().session === before.session) expire()
    } catch (error) {
      log.warn('The sign-in session could not be read', error)
      if (!signal.aborted && before.session && !isValidNow(widget, before.session)) expire()
    }
  }

  function expire() {
    siwx.set({ status: 'unsigned', session: undefined })
    if (siwx.get().isRequired) void openWhenIdle(widget, current.signal)
  }

  const stops = [
    connection.subscribe(followAccount),
    network.subscribe(followAccount),
    storage.watch((key) => {
      if (key.startsWith('siwx')) void checkAgain()
    }),
    watchExpiry(widget, checkAgain),
    signOutDisconnected(widget),
    watch(
      siwx,
      ({ status }) => status,
      () => leaveSignIn(widget),
    ),
    () => current.abort(),
  ]
  followAccount()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The session of an account; undefined if it has no valid one. */
async function readSession(
  widget: Widget,
  account: SignInAccount,
  signal: AbortSignal,
): Promise<SiwxSession | undefined> {
  const late = () => new SignInTimeoutError()
  const limit = limits.signInCallWait
  const sessions = await withTimeout(widget.ports.clock, { limit, late, signal }, async () => {
    const config = await widget.siwx?.()
    widget.stores.siwx.set({ isRequired: config?.getRequired?.() ?? true })
    return config?.getSessions(account.chainId, account.accountAddress) ?? []
  })
  return sessions.find((one) => isSessionOf(one, account) && isValidNow(widget, one))
}

/** Waits until a wallet that is connecting or switching its network has finished. */
async function openWhenIdle(widget: Widget, signal: AbortSignal): Promise<void> {
  const { modal, siwx } = widget.stores
  const isIdle = () => modal.get().busy.length === 0
  await new Promise<void>((resolve) => {
    if (isIdle()) return resolve()
    const stop = modal.subscribe(() => isIdle() && finish())
    const finish = () => {
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
  })
  if (!signal.aborted && siwx.get().status === 'unsigned') openSignIn(widget)
}

/** Closes the sign-in view once the account is signed in, also by another tab. */
function leaveSignIn(widget: Widget): void {
  const { siwx, router } = widget.stores
  const isShown = currentRoute(router.get()).view === 'SIWXSignMessage'
  if (siwx.get().status === 'signed' && isShown) closeModal(widget)
}

type FailSignInCheckParameters = { readonly error: unknown }

/** The sessions could not be read: disconnects, shows Connect and an error (specification §8). */
async function failSignInCheck(
  widget: Widget,
  { error }: FailSignInCheckParameters,
): Promise<void> {
  const { log } = widget.ports
  log.error(siwxText.checkFailed, error)
  // The sessions may be valid: a later visit can use them.
  const signOuts = signOutsOf(widget)
  signOuts.isPaused = true
  try {
    const namespace = widget.stores.network.get().activeNamespace
    await disconnect(widget, { namespace, keepOpen: true })
  } catch (cause) {
    log.warn('The wallet was not notified', cause)
  } finally {
    signOuts.isPaused = false
  }
  if (!widget.stores.modal.get().isOpen && !widget.config.embedded) openModal(widget)
  void notify(widget, { variant: 'error', message: siwxText.checkFailed })
}

/**
 * Calls back when the session of the active account expires, and from time to time before: a server may
 * end a session at any time.
 */
function watchExpiry(widget: Widget, onDue: () => void): () => void {
  const { siwx } = widget.stores
  const { clock } = widget.ports
  let waiting = new AbortController()

  async function wait(session: SiwxSession | undefined) {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    if (!session) return
    const { expirationTime } = session.data
    const expiresAt = readTime(expirationTime ?? '') ?? Number.POSITIVE_INFINITY
    while (true) {
      const dueAt = Math.min(expiresAt, clock.now() + limits.sessionLifetime)
      // In steps, because timers stop while a device sleeps.
      for (let left = dueAt - clock.now(); left > 0; left = dueAt - clock.now()) {
        await clock.sleep(Math.min(left, limits.sessionExpiryPolling), signal)
      }
      onDue()
      if (dueAt === expiresAt) return
    }
  }

  const start = (session: SiwxSession | undefined) => void wait(session).catch(() => undefined)
  const stop = watch(siwx, ({ session }) => session, start)
  start(siwx.get().session)
  return () => {
    stop()
    waiting.abort()
  }
}

/** Whether the times of a session's message include now. An unreadable time is not valid. */
function isValidNow({ ports }: Widget, { data }: SiwxSession): boolean {
  const now = ports.clock.now()
  const { notBefore, expirationTime } = data
  const hasStarted = notBefore === undefined || (readTime(notBefore) ?? Number.NaN) <= now
  return hasStarted && (expirationTime === undefined || (readTime(expirationTime) ?? 0) > now)
}
