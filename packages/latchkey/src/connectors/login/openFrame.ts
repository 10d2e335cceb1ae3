import {
  appPrefix,
  frameVersion,
  handshakeAccepted,
  handshakeRejected,
  ready,
} from '@latchkey/wire/frame/envelope'
import { type FrameEvent, parseFrameEvent } from '@latchkey/wire/frame/events'
import type { FramePayload } from '@latchkey/wire/frame/requests'
import { safeParse } from '@latchkey/wire/http/endpoint'
import type { Network } from '../../core/network/network.js'
import { getPublicRpcUrl } from '../../core/network/networkUrls.js'
import { FrameClosedError, FrameSilentError } from '../../core/runtime/errors/login.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'
import { randomId } from '../../core/runtime/randomId.js'
import type { ThemeState } from '../../core/theme/store.js'
import type { Widget } from '../../core/widget.js'

/** What screen readers call the login frame. */
const frameTitle = 'Secure login'

/** The URL of the frame, without any data of the visitor. */
export function getFrameUrl({ config }: Widget, network: Network | undefined): URL {
  const url = new URL('/sdk', config.loginUrl)
  url.search = new URLSearchParams({
    projectId: config.projectId ?? '',
    chainId: network?.id ?? 'eip155:1',
    version: frameVersion,
    enableLogger: String(config.debug),
    rpcUrl: getPublicRpcUrl(network) ?? config.providerUrl ?? '',
  }).toString()
  return url
}

/** No top navigation, no browser dialogs, no downloads. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'

export function createFrameElement({ href, origin }: URL): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.title = frameTitle
  element.slot = 'latchkey-login'
  element.referrerPolicy = 'strict-origin'
  element.setAttribute('sandbox', sandbox)
  element.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
    .map((feature) => `${feature} ${origin}`)
    .join('; ')
  element.src = href
  return element
}

/**
 * The parent of the frame: the modal's element, whose slot shows the frame in any view without a reload.
 * If that is not in the page, a hidden element.
 */
export function findFrameHost({ ports }: Widget): { readonly host: HTMLElement; isOurs: boolean } {
  const modal = ports.modalElement?.()
  const isOurs = modal?.isConnected !== true
  const host = isOurs ? document.createElement('div') : modal
  // Children of an element with a shadow root are rendered only in a slot.
  if (!host.shadowRoot) host.attachShadow({ mode: 'open' })
  if (isOurs) document.body.append(host)
  return { host, isOurs }
}

/** One instance of the login frame. It is never reused after its end. */
export type Frame = {
  readonly element: HTMLIFrameElement
  /** Resolves once requests may be posted; rejects when the frame ends first. */
  readonly ready: Promise<void>
  /** Aborted with the reason when the frame ends. */
  readonly signal: AbortSignal
  /** Whether any document has loaded. */
  hasLoaded(): boolean
  post(message: object): void
  end(reason: WidgetError): void
}

/**
 * Waits for READY from the frame, hands it one port and uses only that port.
 *
 *     loading ──READY──▶ greeted ──HANDSHAKE_SUCCESS, 500 ms──▶ ready
 *        └──────────────────┴──refused, navigated, removed, ended──▶ over
 */
export function openFrame({
  element,
  origin,
  clock,
  onEvent,
}: {
  readonly element: HTMLIFrameElement
  readonly origin: string
  readonly clock: Ports['clock']
  readonly onEvent: (event: FrameEvent) => void
}): Frame {
  const life = new AbortController()
  const { signal } = life
  const greeting = randomId()
  let port: MessagePort | undefined
  let hasLoaded = false
  let announce: () => void
  const isReady = new Promise<void>((resolve, reject) => {
    announce = resolve
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  // Avoids an unhandled rejection when nobody waits.
  isReady.catch(() => undefined)

  function end(reason: WidgetError) {
    if (signal.aborted) return
    life.abort(reason)
    port?.close()
    element.remove()
  }

  window.addEventListener(
    'message',
    (event) => {
      // Check source and origin before reading the message.
      const frame = element.contentWindow
      if (!frame || event.source !== frame || event.origin !== origin) return
      if (port || !safeParse(ready, event.data)) return
      greet(frame)
    },
    { signal },
  )

  function greet(frame: Window) {
    const channel = new MessageChannel()
    port = channel.port1
    const rested = clock.sleep(limits.frameReadyDelay, signal)
    rested.catch(() => undefined)
    let isGreeted = false
    port.onmessage = ({ data }) => {
      if (isGreeted) {
        const event = parseFrameEvent(data)
        if (event) onEvent(event)
        return
      }
      if (safeParse(handshakeAccepted, data)?.value.id === greeting) {
        isGreeted = true
        rested.then(announce, () => undefined)
      } else if (safeParse(handshakeRejected, data)?.value.id === greeting) {
        end(new FrameSilentError('unverified_domain'))
      }
    }
    // Fired when the other side is gone, for example after a crash.
    port.addEventListener('close', () => end(new FrameClosedError()))
    frame.postMessage({ id: greeting, type: `${appPrefix}HANDSHAKE` }, origin, [channel.port2])
  }

  element.addEventListener(
    'load',
    () => {
      // A second document is not the one that did the handshake.
      if (hasLoaded) end(new FrameClosedError())
      hasLoaded = true
      void checkHandshake()
    },
    { signal },
  )

  /** The login page sends READY while it loads. A loaded document without it is another page. */
  async function checkHandshake() {
    await clock.sleep(limits.framePolling, signal).catch(() => undefined)
    if (!port) end(new FrameSilentError('iframe_load_failed'))
  }

  return {
    element,
    ready: isReady,
    signal,
    hasLoaded: () => hasLoaded,
    post: (message) => port?.postMessage(message),
    end,
  }
}

/** The theme for the frame. */
export function toThemePayload({ mode, variables }: ThemeState): FramePayload<'SYNC_THEME'> {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined)
  const accent = variables['--lk-accent']
  return {
    themeMode: mode,
    themeVariables: Object.fromEntries(given) as Record<string, string | number>,
    w3mThemeVariables: {
      ...(accent !== undefined && { '--w3m-accent': accent }),
      '--w3m-background': mode === 'dark' ? '#121313' : '#ffffff',
    },
  }
}

/** The site's metadata. The frame shows the origin that the browser reports. */
export function toDappPayload({ config, ports }: Widget): FramePayload<'SYNC_DAPP_DATA'> {
  const { name, description, url, icons } = { ...ports.page.metadata(), ...config.metadata }
  return {
    projectId: config.projectId ?? '',
    sdkType: 'appkit',
    metadata: {
      name: name.slice(0, 200),
      description: description.slice(0, 1_000),
      url: url.slice(0, 2_048),
      icons: icons.filter((icon) => icon.length <= 2_048).slice(0, 10),
    },
  }
}
