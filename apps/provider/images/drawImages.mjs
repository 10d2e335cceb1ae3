import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles, listFiles } from '../../../scripts/lib/fileHash.mjs'
import { runMain } from '../../../scripts/lib/plainError.mjs'
import { inRoot } from '../../../scripts/lib/root.mjs'
import { listImages } from './listImages.mjs'
import { createRasteriser } from './rasterise.mjs'

/** Renders images as PNG into a folder. */
export async function drawImages(target, images) {
  const rasterise = await createRasteriser()
  for (const { folder, name, draw } of images) {
    const path = `${target}/${folder}/${name}.png`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, rasterise(await draw()))
  }
}

/** Renders again only if a source file changed. */
async function drawCached(target, cache) {
  const folders = ['apps/provider/data', 'apps/provider/images', 'packages/latchkey/src/wallets']
  const sources = folders.flatMap((folder) => listFiles(inRoot(folder)))
  const drawn = `${cache}/${hashFiles([...sources, inRoot('package-lock.json')])}`
  if (!existsSync(drawn)) {
    // Renamed when complete, so that the cache never has a partial set.
    const unfinished = `${cache}-${process.pid}`
    await drawImages(unfinished, await listImages())
    rmSync(cache, { recursive: true, force: true })
    mkdirSync(cache, { recursive: true })
    renameSync(unfinished, drawn)
  }
  rmSync(target, { recursive: true, force: true })
  cpSync(drawn, target, { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(() => drawCached(inRoot('apps/provider/dist/images'), inRoot('.cache/provider-images')))
}
