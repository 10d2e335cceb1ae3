import { type SocialProvider, socialProviders } from '../../core/config/features.js'
import { isRecord } from '../../core/config/optionRules.js'
import type { LoginConnector } from '../../core/login/login.js'
import { SocialLoginError } from '../../core/runtime/errors/login.js'
import * as limits from '../../core/runtime/limits.js'
import type { Popup } from '../../core/runtime/ports.js'
import { withTimeout } from '../../core/runtime/withTimeout.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** How often the login window is looked at. */
const windowPolling = 1_000

/** How a window that is opened later joins the login under way. */
const createJoining = (): { join: ((popup: Popup | undefined) => void) | undefined } => ({
  join: undefined,
})

export const joiningOf = (widget: Widget) => getOrCreate(widget, createJoining)

/** The login site's origin: nobody else's word about a login counts. */
export function loginOrigin({ config }: Widget): string {
  return new URL(config.loginUrl ?? '').origin
}

/** The address a login ended with; undefined for what is none of the login site. */
export function parseResult(widget: Widget, value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return url.origin === loginOrigin(widget) && url.pathname === '/social' ? url : undefined
}

/**
 * Waits for the end of a login in another window: by its own message, or by the frame's when the window
 * lost its tie to this page. That a window looks closed proves nothing, so it only starts a clock.
 */
export function awaitResult(
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
  const joining = joiningOf(widget)
  const done = new AbortController()
  const ending = AbortSignal.any([signal, done.signal])
  const late = () => new SocialLoginError('popup-closed')
  /** Windows are closed with the login, whichever way it ended. */
  const stops: (() => void)[] = []

  const result = new Promise<URL>((resolve, reject) => {
    const accept = (value: unknown) => {
      const url = parseResult(widget, value)
      if (url) resolve(url)
    }
    async function watch(popup: Popup) {
      while (!popup.isClosed()) await clock.sleep(windowPolling, ending)
      await clock.sleep(limits.frameRequestTimeout, ending)
      reject(late())
    }
    joining.join = (popup) => {
      if (!popup) return
      stops.push(() => popup.close())
      const hear = (data: unknown) => accept(Object(data).resultUri)
      popup.onMessage(loginOrigin(widget), hear, done.signal)
      // Woken by the end of the login: there is nothing left to watch.
      watch(popup).catch(() => undefined)
    }
    stops.push(connector.on('social', accept))
    joining.join(first)
  })
  return withTimeout(clock, { limit: limits.socialReturn, late, signal }, () => result).finally(
    () => {
      joining.join = undefined
      done.abort()
      for (const stop of stops) stop()
    },
  )
}

/** The page is about to leave for a provider: notes for which login, so that no other is taken up. */
export function storeRedirectState(
  { ports: { storage, clock } }: Widget,
  { provider, uri }: { readonly provider: SocialProvider; readonly uri: string },
): void {
  storage.set('social_provider', provider)
  storage.set('social_return_cache', JSON.stringify({ uri, at: clock.now() }))
}

/**
 * The provider a result may be taken up for: this page left for that very login, a short while ago.
 * The note counts once.
 */
export function takeRedirectState(
  { ports: { storage, clock } }: Widget,
  result: URL,
): SocialProvider | undefined {
  const name = storage.get('social_provider')
  const note = readNote(storage.get('social_return_cache'))
  storage.remove('social_provider')
  storage.remove('social_return_cache')
  const provider = socialProviders.find((one) => one === name)
  const flow = result.searchParams.get('flow')
  if (!provider || !note || !flow) return undefined
  const age = clock.now() - note.at
  const isFresh = age >= 0 && age < limits.socialReturn
  const isSame = new URL(note.uri).pathname.split('/').includes(flow)
  return isFresh && isSame ? provider : undefined
}

function readNote(text: string | undefined): { uri: string; at: number } | undefined {
  try {
    const note: unknown = JSON.parse(text ?? '')
    if (!isRecord(note)) return undefined
    const { uri, at } = note
    return typeof uri === 'string' && URL.canParse(uri) && typeof at === 'number'
      ? { uri, at }
      : undefined
  } catch {
    return undefined
  }
}
