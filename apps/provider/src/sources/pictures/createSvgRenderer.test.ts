import { expect, it } from 'vitest'
import { createSvgRenderer } from './createSvgRenderer.js'

const renderer = createSvgRenderer({ timeoutMs: 60_000 })

const svg = (inside: string, size = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`

/** Width and height from the PNG header. */
async function sizeOf(drawing: string): Promise<readonly number[] | undefined> {
  const png = await renderer.render(drawing)
  if (!png) return undefined
  const view = new DataView(png.buffer, png.byteOffset)
  expect(new TextDecoder('latin1').decode(png.subarray(1, 4))).toBe('PNG')
  return [view.getUint32(16), view.getUint32(20)]
}

it('renders an image into a square', async () => {
  const rectangle = '<rect width="5" height="5" fill="red"/>'
  expect(await sizeOf(svg(rectangle))).toEqual([640, 640])
  expect(await sizeOf(svg(rectangle, 'viewBox="0 0 10 20"'))).toEqual([320, 640])
  expect(await sizeOf(svg(rectangle, 'width="5000" height="1000"'))).toEqual([640, 128])
})

it('rejects invalid and too long SVG', async () => {
  expect(await sizeOf('<svg')).toBeUndefined()
  expect(await sizeOf(svg('', 'viewBox="0 0 10 1000000"'))).toBeUndefined()
  expect(await sizeOf(svg('', 'width="99999999" height="99999999"'))).toBeUndefined()
})

it('kills a render that takes too long and continues with the next', async () => {
  const short = createSvgRenderer({ timeoutMs: 1 })
  expect(await short.render(svg('<rect width="1" height="1"/>'))).toBeUndefined()
  expect(await sizeOf(svg('<rect width="1" height="1"/>'))).toEqual([640, 640])
})
