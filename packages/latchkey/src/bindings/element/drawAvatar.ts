import { avatarOf } from '../../core/theme/avatar.js'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** An account's mark as SVG. */
export function drawAvatar(address: string): SVGElement {
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
