import { buttonText } from '../../core/text/buttons.js'
import { avatarOf } from '../../core/theme/avatar.js'
import type { ButtonModel } from './buttonModel.js'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Brings the native button in line with its model, touching only what differs. */
export function drawButton(button: HTMLButtonElement, model: ButtonModel | undefined): void {
  button.hidden = model === undefined
  if (!model) return
  button.dataset.testid = model.testId
  button.className = `${model.kind} ${model.size}`
  setAttribute(button, 'aria-label', model.label && factAnd(model))
  setAttribute(button, 'aria-busy', model.isBusy ? 'true' : undefined)
  setAttribute(button, 'aria-haspopup', 'dialog')
  button.disabled = model.isDisabled ?? false

  const signature = JSON.stringify([model.image, model.fact, model.text, model.isBusy])
  if (button.dataset.drawn === signature) return
  button.dataset.drawn = signature
  const parts: HTMLElement[] = []
  if (model.isBusy) parts.push(part('spinner', ''))
  if (model.fact !== undefined)
    parts.push(part(model.fact === null ? 'waiting' : 'fact', model.fact ?? ''))
  if (model.image) parts.push(image(model.image))
  parts.push(part('text', model.text))
  button.replaceChildren(...parts)
}

/** Assistive technology reads the balance with the account. */
function factAnd({ label, fact }: ButtonModel): string {
  if (fact === undefined) return `${label}`
  return `${label}, ${fact ?? buttonText.loadingBalance}`
}

function part(name: string, text: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.className = name
  span.textContent = text
  return span
}

function image(picture: NonNullable<ButtonModel['image']>): HTMLElement {
  const frame = part('image', '')
  if (picture.kind === 'avatar') {
    frame.append(drawAvatar(picture.address))
  } else if (picture.url) {
    const img = document.createElement('img')
    img.alt = ''
    img.src = picture.url
    img.addEventListener('error', () => frame.replaceChildren(picture.letter), { once: true })
    frame.append(img)
  } else {
    frame.textContent = picture.letter
  }
  return frame
}

function drawAvatar(address: string): SVGElement {
  const { size, background, foreground, path } = avatarOf(address)
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('aria-hidden', 'true')
  for (const [fill, d] of [
    [background, `M0 0h${size}v${size}H0z`],
    [foreground, path],
  ] as const) {
    const shape = document.createElementNS(svgNamespace, 'path')
    shape.setAttribute('fill', fill)
    shape.setAttribute('d', d)
    svg.append(shape)
  }
  return svg
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
