import { frameVersion } from '@latchkey/wire/frame/envelope'
import type { Network } from '../../core/network/network.js'
import { publicRpcUrl } from '../../core/network/publicRpcUrl.js'
import { frameTitle } from '../../core/text/loginFrame.js'
import type { Widget } from '../../core/widget.js'

/** Where the frame's document is; nothing of the visitor is in its address. */
export function frameAddress({ config }: Widget, network: Network | undefined): URL {
  const url = new URL('/sdk', config.loginUrl)
  url.search = new URLSearchParams({
    projectId: config.projectId ?? '',
    chainId: network?.id ?? 'eip155:1',
    version: frameVersion,
    enableLogger: String(config.debug),
    rpcUrl: publicRpcUrl(network) ?? config.providerUrl ?? '',
  }).toString()
  return url
}

/** What the frame may do, and no more: no leaving for elsewhere, no dialogs of the browser, no downloads. */
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
 * The place of the frame: the modal's element, whose slot shows it wherever a view wants it, without
 * ever loading it anew. While that is not in the page, an element that shows nothing.
 */
export function findPlace({ ports }: Widget): { readonly host: HTMLElement; isOurs: boolean } {
  const modal = ports.modalElement?.()
  const isOurs = modal?.isConnected !== true
  const host = isOurs ? document.createElement('div') : modal
  // Children of an element with a shadow root are drawn only where that has a slot for them.
  if (!host.shadowRoot) host.attachShadow({ mode: 'open' })
  if (isOurs) document.body.append(host)
  return { host, isOurs }
}
