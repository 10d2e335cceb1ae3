import type { ButtonModel } from './buttonModel.js'
import { buttonParts } from './buttonParts.js'

/** Brings the native button in line with its model; its spans stay where nothing in them differs. */
export function drawButton(button: HTMLButtonElement, model: ButtonModel | undefined): void {
  button.hidden = !model
  if (!model) return
  const { drawn } = button.dataset
  const { attributes, spans } = buttonParts(model)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) button.removeAttribute(name)
    else button.setAttribute(name, value)
  }
  if (button.dataset.drawn === drawn) return
  const drawSpan = ([name, text]: readonly [string, string]) => {
    const span = document.createElement('span')
    span.className = name
    if (name === 'image') {
      span.setAttribute('aria-hidden', 'true')
      span.append(model.image?.draw() ?? '')
    } else span.textContent = text
    return span
  }
  button.replaceChildren(...spans.map(drawSpan))
}
