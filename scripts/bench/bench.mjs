import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from '../build/build.mjs'
import { findBrowser } from '../lib/browser.mjs'
import { readInteger, readOptions } from '../lib/commandLine.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { startStaticServer } from '../lib/staticServer.mjs'
import { formatTable } from '../lib/table.mjs'
import { benchAccount } from './benchAccount.mjs'
import { benchScroll, lists } from './benchScroll.mjs'
import { benchVisit } from './benchVisit.mjs'

const pages = ['floor-html', 'floor-react', 'vanilla', 'script-only', 'react', 'wagmi']

/** Situations: an immediate click or a hover first, on a fast or a slow machine. */
const situations = [
  { name: 'cold', hoverFor: 0, slowdown: 1 },
  { name: 'after hover', hoverFor: 200, slowdown: 1 },
  { name: 'cold, 4× slower', hoverFor: 0, slowdown: 4 },
  { name: 'after hover, 4× slower', hoverFor: 200, slowdown: 4 },
]

/** Rows of the report: label, situation, and the figure of a visit. */
const metrics = [
  ['initial script, bytes gzip', 'cold', 'bytesBeforeClick'],
  ['script until first row, bytes gzip', 'cold', 'bytesUntilRow'],
  ['requests before click', 'cold', 'requestsBeforeClick'],
  ['requests before click, foreign hosts', 'cold', 'foreignRequests'],
  ['navigation → button painted, ms', 'cold', 'buttonPaintedAt'],
  ['navigation → button painted, 4× slower, ms', 'cold, 4× slower', 'buttonPaintedAt'],
  ...situations.map(({ name }) => [`click → first row, ${name}, ms`, name, 'clickToRow']),
  ['main thread before click, ms', 'cold', 'mainThread'],
  ['heap with the list open, bytes', 'cold', 'heap'],
]

/** Median; undefined without figures. */
export function median(values) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 0 && sorted.length > 0
    ? (sorted[middle - 1] + sorted[middle]) / 2
    : sorted[middle]
}

/** Medians by metric and page. `visits` holds `{ page, situation, figures }`. */
export function summarise(visits) {
  return metrics.map(([metric, situation, figure]) => ({
    metric,
    ...Object.fromEntries(
      pages.map((page) => [
        page,
        median(
          visits
            .filter((visit) => visit.page === page && visit.situation === situation)
            .map(({ figures }) => figures[figure]),
        ),
      ]),
    ),
  }))
}

/** Rows of the report on scrolling. */
const scrollMetrics = [
  ['frames late, 4× slower, %', 'late'],
  ['longest frame, 4× slower, ms', 'longest'],
  ['main thread per frame, ms', 'busy'],
  ['main thread per frame, 95 % below, ms', 'busiest'],
  ['frames with too much work for 4× slower, %', 'over'],
  ['rows in the document', 'drawn'],
]

/** Medians by metric and list. `scrolls` holds `{ list, figures }`. */
export function summariseScrolls(scrolls) {
  return scrollMetrics.map(([metric, figure]) => ({
    metric,
    ...Object.fromEntries(
      Object.keys(lists).map((name) => [
        name,
        median(scrolls.filter(({ list }) => list === name).map(({ figures }) => figures[figure])),
      ]),
    ),
  }))
}

async function visitAll({ runs, log }) {
  const { chromium } = await import('@playwright/test')
  const server = await startStaticServer({ folder: inRoot('bench', 'dist') })
  const browser = await chromium.launch(findBrowser())
  const visits = []
  const scrolls = []
  const accounts = []
  try {
    for (let run = 1; run <= runs; run++) {
      log(`run ${run} of ${runs}`)
      // Interleave pages in every run, so that changes in machine load affect all of them.
      for (const { name: situation, ...conditions } of situations) {
        for (const page of pages) {
          const url = `${server.url}/${page}/`
          visits.push({
            page,
            situation,
            figures: await benchVisit({ browser, url, ...conditions }),
          })
        }
      }
      for (const list of Object.keys(lists)) {
        const url = `${server.url}/${list}/`
        scrolls.push({ list, figures: await benchScroll({ browser, url, list, slowdown: 4 }) })
      }
      accounts.push(await benchAccount({ browser, url: `${server.url}/activity/`, slowdown: 4 }))
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return { visits, scrolls, accounts }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const options = readOptions({
      runs: { type: 'string', default: '7' },
      json: { type: 'boolean', default: false },
    })
    const runs = readInteger('runs', options.runs, { min: 1, max: 1000 })
    const log = options.json ? () => {} : console.log
    const programs = createPrograms()
    onStopSignal(programs.stopAll)
    await ensureInstalled(programs)
    await build({ programs, only: ['bench'], log })
    for (const page of [...pages, ...Object.keys(lists)]) {
      if (!existsSync(inRoot('bench', 'dist', page, 'index.html'))) {
        throw new PlainError(`bench/dist/${page}/index.html is missing.`)
      }
    }
    const { visits, scrolls, accounts } = await visitAll({ runs, log })
    const summary = summarise(visits)
    const scrolling = summariseScrolls(scrolls)
    const account = median(accounts)
    if (options.json)
      return console.log(JSON.stringify({ runs, summary, scrolling, account }, null, 2))
    console.log(tableOf(`median of ${runs}`, pages, summary))
    console.log(tableOf('scrolled through', Object.keys(lists), scrolling))
    console.log(`account with known data: usable after ${account} frames, 4× slower`)
  })
}

function tableOf(title, columns, rows) {
  const lines = rows.map(({ metric, ...by }) => [metric, ...columns.map((name) => by[name] ?? '–')])
  return formatTable([[title, ...columns], ...lines])
}
