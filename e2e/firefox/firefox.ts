import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import WebSocket from 'ws'

/** Firefox, driven with real pointer and key events. */
export type Firefox = {
  readonly version: string
  open(url: string): Promise<void>
  /** Runs the source of a function with JSON arguments. */
  evaluate(source: string, args: readonly unknown[], place?: Place): Promise<unknown>
  /** Clicks the middle of the element that the function returns; false if it returns none. */
  click(source: string, args: readonly unknown[], place?: Place): Promise<boolean>
  type(text: string, place?: Place): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A frame of the page, or a window that it opened, by the start of its URL. The page itself without one. */
export type Place = { readonly frame: string } | { readonly window: string }

type Context = {
  readonly context: string
  readonly url: string
  readonly children: readonly Context[] | null
}

/** Nothing that Firefox does by itself may use the network. */
const preferences = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
`

/** Firefox speaks WebDriver BiDi itself, without a driver. */
export async function launchFirefox(executable: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(executable, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(`${await addressOf(browser)}/session`)
  await once(socket, 'open')
  const send = createCaller(socket)
  const { capabilities } = await send('session.new', { capabilities: {} })
  const [page] = await getTree()
  if (!page) throw new Error('Firefox has no page.')
  const { context } = page
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } })

  async function getTree(): Promise<readonly Context[]> {
    return (await send('browsingContext.getTree', {})).contexts
  }

  async function contextOf(place: Place | undefined): Promise<string> {
    if (!place) return context
    const all = (one: Context): Context[] => [one, ...(one.children ?? []).flatMap(all)]
    const tree = await getTree()
    const isWindow = 'window' in place
    const url = isWindow ? place.window : place.frame
    const found = (isWindow ? tree : tree.flatMap(all)).find((one) => one.url.startsWith(url))
    if (!found) throw new Error(`There is no page of ${url}.`)
    return found.context
  }

  async function evaluate(source: string, args: readonly unknown[], place?: Place) {
    const { result, exceptionDetails } = await send('script.callFunction', {
      functionDeclaration: `(text) => JSON.stringify((${source})(...JSON.parse(text)) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      awaitPromise: false,
      target: { context: await contextOf(place) },
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result.value)
  }

  async function perform(actions: readonly object[], place?: Place): Promise<void> {
    await send('input.performActions', { context: await contextOf(place), actions })
  }

  return {
    version: capabilities.browserVersion,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate,
    async click(source, args, place) {
      const point = await evaluate(
        `(...args) => {
          const box = (${source})(...args)?.getBoundingClientRect()
          return box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
        }`,
        args,
        place,
      )
      if (!point) return false
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      const actions = [{ type: 'pointerMove', ...point }, ...press]
      await perform([{ type: 'pointer', id: 'mouse', actions }], place)
      return true
    },
    type(text, place) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      return perform([{ type: 'key', id: 'keyboard', actions }], place)
    },
    async screenshot() {
      return Buffer.from(
        (await send('browsingContext.captureScreenshot', { context })).data,
        'base64',
      )
    },
    async close() {
      const ended = once(browser, 'exit')
      await send('browser.close', {}).catch(() => browser.kill())
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error('Firefox has no error stream.')
  for await (const line of createInterface(browser.stderr)) {
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('Firefox ended before it listened.')
}

type Call = {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

// biome-ignore lint/suspicious/noExplicitAny: results are as the protocol defines them
type Caller = (method: string, params: object) => Promise<any>

function createCaller(socket: WebSocket): Caller {
  const waiting = new Map<number, Call>()
  let calls = 0
  socket.on('message', (data) => {
    const { id, result, message } = JSON.parse(String(data))
    const call = waiting.get(id)
    waiting.delete(id)
    if (result) call?.resolve(result)
    else call?.reject(new Error(message))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'))
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve, reject })
      socket.send(JSON.stringify({ id: calls, method, params }))
    })
}
