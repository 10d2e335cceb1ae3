import { setTimeout as sleep } from 'node:timers/promises'
import type { Firefox, Place } from './firefox.js'

const waitMs = 30_000

/** A page as a visitor uses it: elements are found by test id, also in shadow roots. */
export function createPage(firefox: Firefox) {
  const withFind = (source: string) =>
    `(...args) => { const find = ${findElement}; return (${source})(...args) }`
  const run = (source: string, args: readonly unknown[]) => firefox.evaluate(withFind(source), args)

  async function waitFor<value>(
    what: string,
    read: () => Promise<value | undefined | null | false>,
  ): Promise<value> {
    const end = Date.now() + waitMs
    for (;;) {
      const value = await read().catch(() => undefined)
      if (value) return value
      if (Date.now() > end) throw new Error(`Nothing happened: ${what}`)
      await sleep(100)
    }
  }

  /** False for an element that is missing, moving, covered or disabled. */
  async function tryClick(selector: string, place?: Place): Promise<boolean> {
    const before = await firefox.evaluate(withFind(showElement), [selector], place)
    await sleep(100)
    return before ? firefox.click(withFind(findClickable), [selector, before], place) : false
  }

  return {
    waitFor,
    /** Opens the address and records errors of the window. */
    async open(url: string) {
      await firefox.open(url)
      await firefox.evaluate(watchErrors, [])
    },
    errors: () => firefox.evaluate('() => window.seenErrors', []) as Promise<string[]>,
    has: (selector: string) => run(`(selector) => Boolean(find(selector))`, [selector]),
    text: (selector: string) =>
      run(`(selector) => find(selector)?.innerText`, [selector]) as Promise<string | null>,
    attribute: (selector: string, name: string) =>
      run(`(selector, name) => find(selector)?.getAttribute(name)`, [selector, name]) as Promise<
        string | null
      >,
    tryClick,
    async click(selector: string, place?: Place) {
      await waitFor(`${selector} is not clickable`, () => tryClick(selector, place))
    },
    type: (text: string, place?: Place) => firefox.type(text, place),
  }
}

export type FirefoxPage = ReturnType<typeof createPage>

/** Enter, as WebDriver names it. */
export const enter = '\uE007'

const findElement = `(selector, root = document) => root.querySelector(selector) ??
  [...root.querySelectorAll('*')].reduce(
    (found, one) => found ?? (one.shadowRoot && find(selector, one.shadowRoot)), null)`

const showElement = `(selector) => {
  const element = find(selector)
  element?.scrollIntoView({ block: 'center' })
  return element && JSON.stringify(element.getBoundingClientRect())
}`

/** An element that stands still and is not covered. */
const findClickable = `(selector, before) => {
  const element = find(selector)
  const box = element?.getBoundingClientRect()
  if (!box?.width || JSON.stringify(box) !== before || element.matches(':disabled, [aria-disabled=true]')) return null
  const hit = element.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return element.contains(hit) ? element : null
}`

const watchErrors = `() => {
  window.seenErrors = []
  addEventListener('error', ({ message }) => window.seenErrors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => window.seenErrors.push(String(reason)))
}`
