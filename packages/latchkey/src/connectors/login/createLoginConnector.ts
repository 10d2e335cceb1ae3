import type { Namespace } from '@latchkey/wire/caip'
import type { FrameEvent, FrameResult } from '@latchkey/wire/frame/events'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import { raceAbort } from '@latchkey/wire/raceAbort'
import { syncLogin } from '../../core/login/effects/syncLogin.js'
import { type LoginConnector, type LoginEvents, loginNamespaces } from '../../core/login/login.js'
import { getActiveNetwork } from '../../core/network/store.js'
import { DestroyedError } from '../../core/runtime/errors/config.js'
import {
  FrameClosedError,
  FrameNotSetError,
  FrameSilentError,
  NoLoginError,
} from '../../core/runtime/errors/login.js'
import * as limits from '../../core/runtime/limits.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import type { Widget } from '../../core/widget.js'
import { createFrameRequests, getRequestTimeout, isBackgroundRequest } from './frameRequests.js'
import { createLoginTransport, type LoginTransport } from './loginTransport.js'
import {
  createFrameElement,
  type Frame,
  findFrameHost,
  getFrameUrl,
  openFrame,
  toDappPayload,
  toThemePayload,
} from './openFrame.js'
import { signInAtLogin } from './signInAtLogin.js'

/** The login frame as a connector. Creates its frame with the first request. */
export function createLoginConnector(widget: Widget): LoginConnector {
  const { config, ports, stores, signal: life } = widget
  if (!config.loginUrl) throw new NoLoginError()
  if (typeof document === 'undefined') throw new FrameNotSetError()
  const { clock } = ports

  const listeners = new Map<keyof LoginEvents, Set<(data: never) => void>>()
  const requests = createFrameRequests()
  const transports = new Map<Namespace, LoginTransport>()
  /** Requests without a response. */
  let pendingCount = 0
  let isWatching = false
  let ending: Promise<void> | undefined
  let current: (Frame & { readonly isOutside: boolean }) | undefined

  function emit<event extends keyof LoginEvents>(event: event, data: LoginEvents[event]) {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(data as never)
  }

  /** The current frame. Created again when it was removed, or when it is outside the modal's element. */
  function frame(): Frame {
    const isMisplaced =
      current?.isOutside && pendingCount === 0 && ports.modalElement?.().isConnected === true
    if (isMisplaced || current?.element.isConnected === false) reset()
    current ??= open()
    return current
  }

  function open() {
    life.throwIfAborted()
    const url = getFrameUrl(widget, loginNetwork(widget))
    const element = createFrameElement(url)
    const opened = openFrame({ element, origin: url.origin, clock, onEvent })
    const { host, isOurs } = findFrameHost(widget)
    opened.signal.addEventListener('abort', () => {
      if (isOurs) host.remove()
      if (current?.element === element) current = undefined
      const { reason } = opened.signal
      requests.rejectAll(reason)
      emit('screen', 0)
      if (reason instanceof FrameSilentError) void reportSilence(reason, opened)
    })
    host.append(element)
    opened.ready.then(sendSiteData, () => undefined)
    return { ...opened, isOutside: isOurs }
  }

  /** Sends theme and site data first. Fire and forget. */
  function sendSiteData() {
    ignoreErrors(request('SYNC_THEME', toThemePayload(stores.theme.get())))
    ignoreErrors(request('SYNC_DAPP_DATA', toDappPayload(widget)))
    ignoreErrors(
      request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined).then((answer) =>
        emit('smartAccountNetworks', answer.smartAccountEnabledNetworks),
      ),
    )
  }

  /** No event fires when an iframe is removed, so poll. */
  async function watchRemoval({ element, signal, end }: Frame) {
    if (isWatching) return
    isWatching = true
    while (pendingCount > 0 && !signal.aborted) {
      await clock.sleep(limits.framePolling, signal).catch(() => undefined)
      if (!element.isConnected) end(new FrameClosedError())
    }
    isWatching = false
  }

  /** Reports why the frame is silent. A served document that stays silent does not allow this origin. */
  async function reportSilence({ reason }: FrameSilentError, { element, hasLoaded }: Frame) {
    const isKept = reason === 'iframe_load_failed' && hasLoaded() && (await isServed(element.src))
    emit('silence', isKept ? 'unverified_domain' : reason)
  }

  function onEvent(event: FrameEvent) {
    if (event.kind !== 'notice') requests.handleResponse(event)
    else if (event.name === 'SCREEN') emit('screen', event.payload.height)
    else if (event.name === 'SOCIAL_RESULT') emit('social', event.payload.uri)
    else signedOut()
  }

  function signedOut() {
    for (const transport of transports.values()) transport.hangUp()
    emit('ended', undefined)
  }

  const request = signInAtLogin(widget, requestFrame)

  async function requestFrame<name extends FrameRequestName>(
    name: name,
    payload: FramePayload<name>,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<FrameResult<name>> {
    if (!document.body) await waitForBody()
    signal?.throwIfAborted()
    const target = frame()
    if (!isBackgroundRequest(name)) void awaitLoad(target)
    const late = () => new FrameSilentError('iframe_request_timeout')
    const options = { limit: getRequestTimeout(name, payload), late, signal }
    pendingCount += 1
    void watchRemoval(target)
    try {
      return await withTimeout(clock, options, async (stop) => {
        await raceAbort(stop, target.ready)
        return (await requests.send(target, name, payload, stop)) as FrameResult<name>
      })
    } catch (error) {
      // A frame that misses a background timeout is broken; one that waits for the visitor is not.
      const isStuck = error instanceof FrameSilentError && !isBackgroundRequest(name)
      if (isStuck && options.limit === limits.frameRequestTimeout) target.end(error)
      throw error
    } finally {
      pendingCount -= 1
    }
  }

  async function awaitLoad({ ready, signal, end }: Frame) {
    const over = () => new FrameSilentError('iframe_load_failed')
    const options = { limit: limits.frameLoadTimeout, late: over, signal }
    await withTimeout(clock, options, () => ready).catch(end)
  }

  function ignoreErrors(work: Promise<unknown>) {
    work.catch((error: unknown) =>
      ports.log.warn('The login page did not get the site data', error),
    )
  }

  /** Once for all families. Errors are ignored: this side is logged out in any case. */
  function signOut(): Promise<void> {
    const limit = limits.signOutWait
    ending ??= withTimeout(clock, { limit, late: () => new FrameClosedError() }, (signal) =>
      request('SIGN_OUT', undefined, { signal }),
    )
      .catch((error: unknown) =>
        ports.log.warn('The login page did not confirm the sign-out', error),
      )
      .finally(() => {
        ending = undefined
      })
    return ending
  }

  function reset() {
    current?.end(new FrameClosedError())
  }

  function transport(namespace: Namespace): LoginTransport {
    const known =
      transports.get(namespace) ??
      createLoginTransport({
        widget,
        namespace,
        request,
        signOut,
        onUser: (user, networkId) => emit('user', { user, networkId }),
        onLate: requests.onLate,
      })
    transports.set(namespace, known)
    return known
  }

  const connector: LoginConnector = {
    request,
    reset,
    transport,
    async refresh(signal) {
      await Promise.all([...transports.values()].map((one) => one.refresh(signal)))
    },
    on(event, listener) {
      const registered = listeners.get(event) ?? new Set()
      listeners.set(event, registered.add(listener as (data: never) => void))
      return () => registered.delete(listener as (data: never) => void)
    },
  }

  const stopTheme = stores.theme.subscribe((theme) => {
    if (current) ignoreErrors(request('SYNC_THEME', toThemePayload(theme)))
  })
  const stopFollowing = syncLogin(widget, connector)
  life.addEventListener(
    'abort',
    () => {
      stopTheme()
      stopFollowing()
      current?.end(new DestroyedError())
    },
    { once: true },
  )
  return connector
}

function waitForBody(): Promise<unknown> {
  return new Promise((resolve) =>
    document.addEventListener('DOMContentLoaded', resolve, { once: true }),
  )
}

/** Whether the URL responds at all; a `no-cors` response cannot be read. */
async function isServed(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(limits.httpTimeout)
    await fetch(address, { mode: 'no-cors', credentials: 'omit', signal })
    return true
  } catch {
    return false
  }
}

/** The network the frame starts on: the active one, or the first it has keys for. */
function loginNetwork({ stores }: Widget) {
  const state = stores.network.get()
  const isServed = (namespace: Namespace) =>
    (loginNamespaces as readonly Namespace[]).includes(namespace)
  const active = getActiveNetwork(state)
  if (active && isServed(active.namespace)) return active
  return state.networks.find(({ namespace }) => isServed(namespace))
}
