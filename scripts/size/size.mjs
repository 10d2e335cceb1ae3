import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../lib/browser.mjs'
import { readOptions } from '../lib/commandLine.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { startStaticServer } from '../lib/staticServer.mjs'
import { formatTable } from '../lib/table.mjs'
import { budgets, freeShare, installBudget } from './budgets.mjs'
import { createBundleMeasure } from './bundleSize.mjs'
import { measureInstall } from './installSize.mjs'
import { measurePage } from './pageSize.mjs'
import { measureSite } from './siteSize.mjs'

/**
 * `later`: what may load later on rarer paths; shown, but not part of the budget.
 *
 * @typedef {{ name: string, size: number, later?: number, budget: number,
 *   unit: 'gzip' | 'bytes' | 'packages' }} Row
 */

/** Everything that has a budget, measured. @returns {Promise<Row[]>} */
export async function measureSizes(programs) {
  const rows = await withPages(async (measureBenchPage) => {
    const measureBundle = createBundleMeasure()
    const measured = []
    for (const { name, budget, page, bundle, site } of budgets) {
      const sizes = page
        ? { size: await measureBenchPage(page) }
        : site
          ? measureSite(site)
          : await measureBundle(bundle)
      measured.push({ name, ...sizes, budget, unit: 'gzip' })
    }
    return measured
  })
  const install = await measureInstall(programs, 'packages/latchkey')
  const installRow = (unit) => ({
    name: `npm install latchkey, ${unit}`,
    size: install[unit],
    budget: installBudget[unit],
    unit,
  })
  return [...rows, installRow('packages'), installRow('bytes')]
}

/** One sentence per exceeded budget. */
export async function checkSizes(programs) {
  return findBrokenBudgets(await measureSizes(programs))
}

/** @param {Row[]} rows */
export function findBrokenBudgets(rows) {
  return rows.flatMap(({ name, size, budget }) => {
    const usable = Math.floor(budget * (1 - freeShare))
    if (size <= usable) return []
    const rule = `only ${usable} of the budget of ${budget} may be used (${100 * freeShare} % stays free)`
    return [`${name}: ${size}, but ${rule}`]
  })
}

/** Serves the built bench pages to one browser while `measure` runs. */
async function withPages(measure) {
  const { chromium } = await import('@playwright/test')
  const server = await startStaticServer({ folder: inRoot('bench', 'dist') })
  try {
    const browser = await chromium.launch(findBrowser({ packaged: true }))
    try {
      return await measure(({ name, ...options }) => {
        if (!existsSync(inRoot('bench', 'dist', name, 'index.html'))) {
          throw new PlainError(`bench/dist/${name} is not built yet: run \`npm run build\`.`)
        }
        return measurePage({ browser, url: `${server.url}/${name}/`, ...options })
      })
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const { json } = readOptions({ json: { type: 'boolean', default: false } })
    const programs = createPrograms()
    onStopSignal(programs.stopAll)
    const rows = await measureSizes(programs)
    if (json) {
      const asJson = rows.map(({ name, size, later, budget, unit }) => ({
        name,
        [unit]: size,
        budget,
        ...(later && { later }),
      }))
      console.log(JSON.stringify(asJson, null, 2))
    } else {
      const cells = rows.map(({ name, size, later, budget, unit }) => {
        return [name, size, budget, later ? `${unit}, and ${later} later` : unit]
      })
      console.log(formatTable([['shape', 'size', 'budget', 'unit'], ...cells]))
    }
    const broken = findBrokenBudgets(rows)
    for (const sentence of broken) console.error(sentence)
    if (broken.length > 0) process.exitCode = 1
  })
}
