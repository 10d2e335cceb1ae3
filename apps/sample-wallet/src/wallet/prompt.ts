import { readFacts } from '../requests/facts.js'
import { type InWords, inWords } from '../requests/inWords.js'
import { readCall } from '../requests/readCall.js'
import type { WalletContext } from './createWallet.js'
import type { Verdict } from './decisions.js'
import { promptStyle } from './promptStyle.js'

type Face = { readonly name: string; readonly icon: string; readonly host: string }

/** The wallet's own window in the page: a dialog in its own shadow root, one per question. */
export function createPrompt({ name, icon, host }: Face): WalletContext['ask'] {
  return async ({ method, params, words: said }, place, signal) => {
    if (said) return show(said, { name, icon, host }, signal)
    const call = readCall(method, params)
    const words: InWords = call
      ? inWords(call, {
          asker: host,
          host,
          chainId: place.chainId,
          ...(await readFacts(call, place)),
        })
      : { title: 'Allow', sentence: `${host} asks for ${method}.`, fields: [], approve: 'Allow' }
    return show(words, { name, icon, host }, signal)
  }
}

function show(words: InWords, face: Face, signal: AbortSignal): Promise<Verdict> {
  // Answered by the control while the facts were being read.
  if (signal.aborted) return Promise.resolve('refuse')
  const hostElement = document.createElement('sample-wallet-prompt')
  const root = hostElement.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  const dialog = element('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'sentence' })
  const refuse = button('Refuse', 'plain', 'sample-wallet-refuse')
  const approve = button(words.approve, 'accent', 'sample-wallet-approve')
  dialog.append(...content(words, face), row('actions', refuse, approve))
  root.append(dialog)
  document.documentElement.append(hostElement)
  dialog.showModal()
  approve.focus()

  return new Promise((resolve) => {
    const close = (verdict: Verdict) => {
      dialog.close()
      hostElement.remove()
      resolve(verdict)
    }
    approve.addEventListener('click', () => close('approve'))
    refuse.addEventListener('click', () => close('refuse'))
    // Escape is a refusal: a closed window must never count as consent.
    dialog.addEventListener('cancel', () => close('refuse'))
    signal.addEventListener('abort', () => hostElement.remove())
  })
}

function content(words: InWords, { name, icon, host }: Face): Node[] {
  const image = element('img', { src: icon, alt: '', width: '28', height: '28' })
  const title = element('h2', { id: 'title' }, words.title)
  const parts: Node[] = [
    row('wallet', image, element('strong', {}, name), element('span', {}, host)),
    title,
    element('p', { id: 'sentence' }, words.sentence),
  ]
  if (words.amount) parts.push(element('p', { class: 'amount' }, words.amount))
  if (words.warning)
    parts.push(
      row(
        'warning',
        element('strong', {}, words.warning.title),
        element('span', {}, words.warning.advice),
      ),
    )
  if (words.text) {
    const label = element('h3', { id: 'text-label' }, words.text.label)
    const box = element('pre', { tabindex: '0', 'aria-labelledby': 'text-label' }, words.text.value)
    if (words.text.code) box.classList.add('code')
    box.setAttribute('role', 'region')
    parts.push(label, box)
  }
  if (words.fields.length > 0) {
    const list = element('dl', {})
    for (const { label, value, code } of words.fields) {
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
