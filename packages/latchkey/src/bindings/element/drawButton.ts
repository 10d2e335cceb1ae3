import { buttonText } from '../../core/text/buttons.js'
import type { ButtonModel } from './buttonModel.js'

/** Brings the native button in line with its model, touching only what differs. */
export function drawButton(button: HTMLButtonElement, model: ButtonModel | undefined): void {
  button.hidden = model === undefined
  if (!model) return
  button.dataset.testid = model.testId
  button.className = `${model.kind} ${model.size}`
  setAttribute(button, 'aria-label', model.label?.(seenWords(model)))
  setAttribute(button, 'aria-busy', model.isBusy ? 'true' : undefined)
  setAttribute(button, 'aria-haspopup', 'dialog')
  button.disabled = model.isDisabled ?? false

  const signature = JSON.stringify([model.image?.key, model.fact, model.text, model.isBusy])
  if (button.dataset.drawn === signature) return
  button.dataset.drawn = signature
  const parts: HTMLElement[] = []
  if (model.isBusy) parts.push(part('spinner', ''))
  if (model.fact !== undefined)
    parts.push(part(model.fact === null ? 'waiting' : 'fact', model.fact ? `${model.fact} ` : ''))
  if (model.image) {
    const frame = part('image', '')
    frame.setAttribute('aria-hidden', 'true')
    frame.append(model.image.draw())
    parts.push(frame)
  }
  parts.push(part('text', model.text))
  button.replaceChildren(...parts)
}

/** What is to be seen, in its order: who speaks to the page says it as they see it. */
function seenWords({ fact, text }: ButtonModel): string {
  if (fact === undefined) return text
  return `${fact ?? buttonText.loadingBalance} ${text}`
}

function part(name: string, text: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.className = name
  span.textContent = text
  return span
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
