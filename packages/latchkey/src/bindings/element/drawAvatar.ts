import { avatarOf } from '../../core/theme/avatar.js'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The picture an account's owner chose, or its mark where there is none or it does not load. */
export function drawAvatar(address: string, picture: string | undefined): Element {
  const mark = drawMark(address)
  if (picture === undefined) return mark
  const image = document.createElement('img')
  image.alt = ''
  image.decoding = 'async'
  image.draggable = false
  image.referrerPolicy = 'no-referrer'
  image.addEventListener('error', () => image.replaceWith(mark), { once: true })
  image.src = picture
  return image
}

/** An account's mark as SVG. */
function drawMark(address: string): SVGElement {
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
