import type { Namespace } from '@latchkey/wire/caip'
import { isConnectedElsewhere } from '../../connection/actions/addConnection.js'
import { finishConnecting } from '../../connection/actions/finishConnecting.js'
import type { RequestedNamespace } from '../../connection/family.js'
import { recordEvent } from '../../events/actions/recordEvent.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { withBusy } from '../../modal/actions/withBusy.js'
import { getNetworks } from '../../network/store.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { toWidgetError } from '../../runtime/errors/interface.js'
import { PairingOffError, RelayRefusedError } from '../../runtime/errors/pairing.js'
import { isWidgetError } from '../../runtime/errors/WidgetError.js'
import * as limits from '../../runtime/limits.js'
import { addRecentWallet } from '../../wallets/actions/openWallet.js'
import { getOrCreate, type Widget } from '../../widget.js'
import {
  type PairedWallet,
  type PairingOffer,
  type PairingSignIn,
  pairingConnectorId,
} from '../store.js'
import { connectApproved } from './connectPaired.js'
import type { StartPairingParameters, StartPairingReturnType } from './startPairing.js'

/** The lazily loaded half of `startPairing`: pairs with the wallet that approves an offer. */
export async function pairWallet(
  widget: Widget,
  { walletId, namespace, isAhead = false, signal }: StartPairingParameters,
): Promise<StartPairingReturnType> {
  const { storage } = widget.ports
  storage.remove('pairing_return_link')
  try {
    const pair = () =>
      withAttempt(widget, 'pairing', (attempt) => offerPairing(widget, isAhead, attempt), signal)
    const paired = await (isAhead ? pair() : withBusy(widget, 'pairing', pair))
    const required = namespace ?? widget.stores.modal.get().namespace
    const accounts = await connectApproved(widget, { paired, mode: 'ask', required })
    getOrCreate(widget, createFallback).signsInLater = false
    if (walletId !== undefined) addRecentWallet(widget, { walletId })
    const method = storage.get('pairing_return_link') ? 'mobile' : 'qrcode'
    recordEvent(widget, { event: 'CONNECT_SUCCESS', properties: { method, name: paired.name } })
    finishConnecting(widget, { namespace: accounts[0]?.namespace })
    return { accounts }
  } catch (error) {
    if (isWidgetError(error, 'siwx/failed')) getOrCreate(widget, createFallback).signsInLater = true
    const isUnseen = isAhead && !storage.get('pairing_return_link')
    if (!isReplaced(widget)) showFailure(widget, error, { isUnseen, isCancelled: signal?.aborted })
    throw error
  } finally {
    if (!isReplaced(widget)) storage.remove('pairing_pending')
  }
}

/** After a failed sign-in the next wallet connects first, so that no wallet is locked out. */
const createFallback = () => ({ signsInLater: false })

/** Shows why an attempt failed. */
function showFailure(
  widget: Widget,
  error: unknown,
  {
    isUnseen,
    isCancelled,
  }: { readonly isUnseen: boolean; readonly isCancelled: boolean | undefined },
): void {
  const { pairing } = widget.stores
  if (isCancelled || isWidgetError(error, 'connection/modal-closed')) {
    pairing.set({ phase: 'idle', uri: undefined, expiresAt: undefined })
    return
  }
  if (error instanceof RelayRefusedError && error.isTokenInvalid) {
    raiseAlert(widget, alerts.jwtTokenNotValid)
  }
  const shown = toWidgetError(error)
  const isRejected = isWidgetError(error, 'connection/user-rejected')
  if (!isUnseen) {
    const event = isRejected ? 'USER_REJECTED' : 'CONNECT_ERROR'
    recordEvent(widget, { event, properties: { message: shown.message } })
  }
  pairing.set({ phase: isRejected ? 'declined' : 'failed', error: shown })
}

/** A newer attempt owns the store and the storage. */
function isReplaced(widget: Widget): boolean {
  return widget.attempts.has('pairing')
}

/**
 * Makes offers until a wallet approves one. A new offer replaces the shown one shortly before it expires;
 * the old one stays valid until then, for a visitor who has just scanned it.
 */
async function offerPairing(
  widget: Widget,
  isAhead: boolean,
  signal: AbortSignal,
): Promise<PairedWallet> {
  const { pairing } = widget.stores
  const { clock, storage } = widget.ports
  if (!widget.config.pairing) throw new PairingOffError()
  const [connector, needs] = await Promise.all([widget.pairing(), getRequestedNamespaces(widget)])
  let signIn = await createSignIn(widget, needs)
  signal.throwIfAborted()

  const done = new AbortController()
  const anySignal = AbortSignal.any([signal, done.signal])
  let stopWatching = () => {}
  const never = new Promise<PairedWallet>(() => {})
  const approvals: Promise<PairedWallet>[] = []
  let latest: PairingOffer | undefined
  try {
    for (;;) {
      const offer: PairingOffer = connector.propose({ needs, signIn, signal: anySignal })
      latest = offer
      stopWatching()
      stopWatching = offer.watchRelay((isRelayReachable) => pairing.set({ isRelayReachable }))
      approvals.push(
        offer.approval.catch((error: unknown) => {
          // An expired old offer is ignored; a rejection counts for every offer.
          const isIgnored = offer !== latest && !isWidgetError(error, 'connection/user-rejected')
          return isIgnored ? never : Promise.reject(error)
        }),
      )
      const expiresAt = Math.min(offer.expiresAt, clock.now() + limits.pairingLifetime)
      pairing.set({ phase: 'waiting', uri: offer.uri, expiresAt, isPublished: false })
      offer.published.then(
        () => pairing.get().uri === offer.uri && pairing.set({ isPublished: true }),
        () => undefined, // reported by the approval
      )
      // A later page waits only for an offer that a wallet may have.
      if (!isAhead || storage.get('pairing_return_link')) {
        storage.set('pairing_pending', String(offer.expiresAt))
      }
      const renewal = clock.sleep(expiresAt - clock.now() - limits.pairingExpiryMargin, anySignal)
      const renewed = renewal.then(async () => ({ signIn: await createSignIn(widget, needs) }))
      const outcome = await Promise.race([...approvals, renewed])
      if (!('signIn' in outcome)) return outcome
      signIn = outcome.signIn
    }
  } finally {
    stopWatching()
    done.abort()
    // The other offers reject with the signal.
    for (const approval of approvals) approval.catch(() => undefined)
  }
}

/** The sign-in to request with an offer; each offer has its own nonce. */
async function createSignIn(
  widget: Widget,
  needs: ReadonlyMap<Namespace, RequestedNamespace>,
): Promise<PairingSignIn | undefined> {
  if (!widget.siwx || getOrCreate(widget, createFallback).signsInLater) return undefined
  return (await import('./pairedSignIn.lazy.js')).createPairingSignIn(widget, { needs })
}

/** The namespaces to request: all of the site, except those another wallet serves. */
async function getRequestedNamespaces(
  widget: Widget,
): Promise<ReadonlyMap<Namespace, RequestedNamespace>> {
  const state = widget.stores.network.get()
  const families = [...widget.families.values()].filter(
    ({ namespace }) => !isConnectedElsewhere(widget, namespace, pairingConnectorId),
  )
  const entries = await Promise.all(
    families.map(async (family): Promise<[Namespace, RequestedNamespace]> => {
      const adapter = await family.loadAdapter()
      return [family.namespace, adapter.pairingNeeds(getNetworks(state, family.namespace))]
    }),
  )
  return new Map(entries.filter(([, { chains }]) => chains.length > 0))
}
