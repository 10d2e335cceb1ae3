import { describeRequest, type RequestDescription } from '../requests/describeRequest.js'
import { readFacts } from '../requests/facts.js'
import { readCall } from '../requests/readCall.js'
import type { WalletContext } from './createWallet.js'
import type { UserDecision } from './decisions.js'
import { promptStyle } from './promptStyle.js'

type Face = { readonly name: string; readonly icon: string; readonly host: string }

/** The wallet's prompt in the page: a dialog in its own shadow root. */
export function createPrompt({ name, icon, host }: Face): WalletContext['prompt'] {
  return async ({ method, params, description: given }, endpoint, signal) => {
    if (given) return show(given, { name, icon, host }, signal)
    const call = readCall(method, params)
    const description: RequestDescription = call
      ? describeRequest(call, {
          requester: host,
          host,
          chainId: endpoint.chainId,
          ...(await readFacts(call, endpoint)),
        })
      : { title: 'Allow', sentence: `${host} asks for ${method}.`, fields: [], approve: 'Allow' }
    return show(description, { name, icon, host }, signal)
  }
}

function show(
  description: RequestDescription,
  face: Face,
  signal: AbortSignal,
): Promise<UserDecision> {
  // Decided by a test while the data was loading.
  if (signal.aborted) return Promise.resolve('refuse')
  const hostElement = document.createElement('sample-wallet-prompt')
  const root = hostElement.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  const dialog = element('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'sentence' })
  const refuse = button('Refuse', 'plain', 'sample-wallet-refuse')
  const approve = button(description.approve, 'accent', 'sample-wallet-approve')
  dialog.append(...content(description, face), row('actions', refuse, approve))
  root.append(dialog)
  document.documentElement.append(hostElement)
  dialog.showModal()
  approve.focus()

  return new Promise((resolve) => {
    const close = (decision: UserDecision) => {
      dialog.close()
      hostElement.remove()
      resolve(decision)
    }
    approve.addEventListener('click', () => close('approve'))
    refuse.addEventListener('click', () => close('refuse'))
    // Escape rejects: closing must never approve.
    dialog.addEventListener('cancel', () => close('refuse'))
    signal.addEventListener('abort', () => hostElement.remove())
  })
}

function content(description: RequestDescription, { name, icon, host }: Face): Node[] {
  const image = element('img', { src: icon, alt: '', width: '28', height: '28' })
  const title = element('h2', { id: 'title' }, description.title)
  const parts: Node[] = [
    row('wallet', image, element('strong', {}, name), element('span', {}, host)),
    title,
    element('p', { id: 'sentence' }, description.sentence),
  ]
  if (description.amount) parts.push(element('p', { class: 'amount' }, description.amount))
  if (description.warning)
    parts.push(
      row(
        'warning',
        element('strong', {}, description.warning.title),
        element('span', {}, description.warning.advice),
      ),
    )
  if (description.text) {
    const label = element('h3', { id: 'text-label' }, description.text.label)
    const box = element(
      'pre',
      { tabindex: '0', 'aria-labelledby': 'text-label' },
      description.text.value,
    )
    if (description.text.code) box.classList.add('code')
    box.setAttribute('role', 'region')
    parts.push(label, box)
  }
  if (description.fields.length > 0) {
    const list = element('dl', {})
    for (const { label, value, code } of description.fields) {
      const entry = element('dd', code ? { class: 'code' } : {}, value)
      list.append(row('field', element('dt', {}, label), entry))
    }
    parts.push(list)
  }
  return parts
}

function element<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.textContent = text
  return made
}

function row(name: string, ...children: Node[]): HTMLElement {
  const made = element('div', { class: name })
  made.append(...children)
  return made
}

const button = (label: string, look: string, testId: string) =>
  element('button', { type: 'button', class: look, 'data-testid': testId }, label)

function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(promptStyle)
  return sheet
}
