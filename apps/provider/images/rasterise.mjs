import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const require = createRequire(import.meta.url)

/** Width and height of every image, in pixels. */
const size = 128

/** Turns SVG into PNG. SVG can contain scripts and is never served. */
export async function createRasteriser() {
  await initWasm(await readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return (svg) => {
    const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: size } })
    const image = drawing.render()
    const png = image.asPng()
    image.free()
    drawing.free()
    return png
  }
}
