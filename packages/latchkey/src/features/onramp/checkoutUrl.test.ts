import { afterEach, expect, it } from 'vitest'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import { assertCheckoutUrl } from './actions/startPurchase.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function widgetAt(providerUrl: string) {
  const { widget, end } = createTestWidget({ options: { providerUrl } })
  ends.push(end)
  return widget
}

it.each([
  ['meld', 'https://meldcrypto.com/buy?a=1'],
  ['meld', 'https://sb.meldcrypto.com/'],
  ['coinbase', 'https://pay.coinbase.com/buy/select-asset?sessionToken=x'],
  ['sandbox', 'http://127.0.0.1:4100/onramp/checkout?session=1'],
])('opens %s at %s', (provider, url) => {
  const widget = widgetAt('http://127.0.0.1:4100/api')
  expect(assertCheckoutUrl(widget, provider, url)).toBe(url)
})

const services = { meld: 'meldcrypto.com', coinbase: 'pay.coinbase.com', sandbox: '127.0.0.1:4100' }

/** Security bar S-45. */
const alter: readonly ((host: string) => unknown)[] = [
  (host) => `http://${host}.evil.example/`,
  (host) => `https://${host}.evil.example/`,
  (host) => `https://evil.example/${host}`,
  (host) => `https://${host}@evil.example/`,
  (host) => `https://evil${host}/`,
  (host) => `https://evil.example?${host}`,
  (host) => `https://evil.example#${host}`,
  (host) => `https://evil.example\\@${host}/`,
  (host) => `https://evil.example/\\${host}`,
  (host) => `https://user:password@${host}/`,
  (host) => `//${host}/`,
  (host) => `https:/\\evil.example/${host}`,
  (host) => `https://${host}\n.evil.example/`,
  (host) => `https://${host}\u202e/`,
  (host) => ` https://${host}/`,
  (host) => `https://${host}\t/`,
  (host) => `javascript:open('https://${host}/')`,
  (host) => `data:text/html,https://${host}/`,
  (host) => `blob:https://${host}/1`,
  (host) => `file://${host}/`,
  (host) => `ftp://${host}/`,
  (host) => `about:blank#${host}`,
  (host) => `intent://${host}/#Intent;end`,
  (host) => `https://${host}:8443.evil.example/`,
  (host) => `https://xn--${host}/`,
  (host) => `https://${host.replace('.', '\u3002')}evil.example/`,
  (host) => `https://${host.replace('c', 'с')}/`,
  (host) => `https://[${host}]/`,
  () => 'http://localhost:4100/onramp/checkout',
  () => 'http://127.0.0.1:4101/onramp/checkout',
  () => 'https://127.0.0.1:4100/onramp/checkout',
  () => '',
  () => undefined,
  () => ({ href: 'https://meldcrypto.com/' }),
]

it('opens no altered address', () => {
  const widget = widgetAt('http://127.0.0.1:4100/api')
  const altered = Object.entries(services).flatMap(([provider, host]) =>
    alter.map((change) => [provider, change(host)] as const),
  )
  const opened = altered.filter(([provider, url]) => {
    try {
      return assertCheckoutUrl(widget, provider, url)
    } catch {
      return false
    }
  })
  expect(altered.length).toBeGreaterThanOrEqual(100)
  expect(opened).toEqual([])
})

it('opens no service for another one', () => {
  const widget = widgetAt('https://provider.test')
  expect(() => assertCheckoutUrl(widget, 'meld', 'https://pay.coinbase.com/')).toThrow()
  expect(() => assertCheckoutUrl(widget, 'constructor', 'https://meldcrypto.com/')).toThrow()
})
