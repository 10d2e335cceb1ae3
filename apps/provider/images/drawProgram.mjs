import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Large enough for the detail view, small enough to send often. */
const side = 640
/** Larger sizes are attacks. */
const maxSide = 100_000

process.on('message', async (svg) => {
  process.send(await draw(svg).catch(() => null))
})

async function draw(svg) {
  const image = await loadImage(Buffer.from(svg))
  const longer = Math.max(image.width, image.height)
  if (!(longer > 0 && longer <= maxSide)) return null
  const [width, height] = [image.width, image.height].map((one) =>
    Math.round((one / longer) * side),
  )
  if (width === 0 || height === 0) return null
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(image, 0, 0, width, height)
  return canvas.encode('png')
}
