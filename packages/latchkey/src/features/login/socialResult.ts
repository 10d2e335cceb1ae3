import { isRecord } from '@latchkey/wire/json'
import { type SocialProvider, socialProviders } from '../../core/config/features.js'
import type { LoginConnector } from '../../core/login/login.js'
import { SocialLoginError } from '../../core/runtime/errors/login.js'
import * as limits from '../../core/runtime/limits.js'
import type { Popup } from '../../core/runtime/ports.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** How often to check whether the popup is closed, in milliseconds. */
const popupPollInterval = 1_000

/**
 * Waits for the result of a log-in in a popup. It arrives from the popup, or from the frame if the popup lost
 * its opener. Such a popup also looks closed, so closing only starts a timeout.
 */
export function waitForResult(
  widget: Widget,
  {
    connector,
    popup: first,
    signal,
  }: {
    readonly connector: LoginConnector
    readonly popup: Popup | undefined
    readonly signal: AbortSignal
  },
): Promise<URL> {
  const { clock } = widget.ports
  const slot = popupSlotOf(widget)
  const done = new AbortController()
  const ending = AbortSignal.any([signal, done.signal])
  const late = () => new SocialLoginError('popup-closed')
  const stops: (() => void)[] = []

  const result = new Promise<URL>((resolve, reject) => {
    const accept = (value: unknown) => {
      const url = parseResult(widget, value)
      if (url) resolve(url)
    }
    async function watch(popup: Popup) {
      while (!popup.isClosed()) await clock.sleep(popupPollInterval, ending)
      await clock.sleep(limits.frameRequestTimeout, ending)
      reject(late())
    }
    slot.addPopup = (popup) => {
      if (!popup) return
      stops.push(() => popup.close())
      const onMessage = (data: unknown) => accept(Object(data).resultUri)
      popup.onMessage(loginOrigin(widget), onMessage, done.signal)
      // Rejects when the log-in ends.
      watch(popup).catch(() => undefined)
    }
    stops.push(connector.on('social', accept))
    slot.addPopup(first)
  })
  return withTimeout(
    clock,
    { limit: limits.socialRedirectTimeout, late, signal },
    () => result,
  ).finally(() => {
    slot.addPopup = undefined
    done.abort()
    for (const stop of stops) stop()
  })
}

/** The result URL of a log-in; undefined for any other value. */
export function parseResult(widget: Widget, value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return url.origin === loginOrigin(widget) && url.pathname === '/social' ? url : undefined
}

/** Results are accepted only from this origin. */
export function loginOrigin({ config }: Widget): string {
  return new URL(config.loginUrl ?? '').origin
}

/** Adds a popup to the log-in in progress, if it was blocked at first. */
const createPopupSlot = (): { addPopup: ((popup: Popup | undefined) => void) | undefined } => ({
  addPopup: undefined,
})

export const popupSlotOf = (widget: Widget) => getOrCreate(widget, createPopupSlot)

/** Stored before the page leaves for the provider, to accept only the result of this log-in. */
export function storeRedirectState(
  { ports: { storage, clock } }: Widget,
  { provider, uri }: { readonly provider: SocialProvider; readonly uri: string },
): void {
  storage.set('social_provider', provider)
  storage.set('social_return_cache', JSON.stringify({ uri, at: clock.now() }))
}

/**
 * The provider whose log-in the result belongs to; undefined if this page did not start it recently. Can be
 * read once.
 */
export function takeRedirectState(
  { ports: { storage, clock } }: Widget,
  result: URL,
): SocialProvider | undefined {
  const name = storage.get('social_provider')
  const state = parseRedirectState(storage.get('social_return_cache'))
  storage.remove('social_provider')
  storage.remove('social_return_cache')
  const provider = socialProviders.find((one) => one === name)
  const flow = result.searchParams.get('flow')
  if (!provider || !state || !flow) return undefined
  const age = clock.now() - state.at
  const isFresh = age >= 0 && age < limits.socialRedirectTimeout
  const isSame = new URL(state.uri).pathname.split('/').includes(flow)
  return isFresh && isSame ? provider : undefined
}

function parseRedirectState(text: string | undefined): { uri: string; at: number } | undefined {
  try {
    const state: unknown = JSON.parse(text ?? '')
    if (!isRecord(state)) return undefined
    const { uri, at } = state
    return typeof uri === 'string' && URL.canParse(uri) && typeof at === 'number'
      ? { uri, at }
      : undefined
  } catch {
    return undefined
  }
}
