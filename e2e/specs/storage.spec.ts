import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'

test.use(still)

test('connects and disconnects with blocked storage', async ({ site }) => {
  const tab = await site.open({
    before: () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      }),
  })
  await tab.connect()
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
})

test('connects with full storage', async ({ site }) => {
  const tab = await site.open({
    before: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  })
  await tab.connect()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
})

test('ignores invalid stored values', async ({ site }) => {
  const tab = await site.open({
    before: () => {
      // Only once: later writes must survive the reload.
      if (sessionStorage.getItem('spoiled')) return
      sessionStorage.setItem('spoiled', 'yes')
      const items = {
        active_namespace: '{}',
        active_caip_network_id: 'eip155:not a number',
        connected_namespaces: 'null',
        connection_status: '<b>',
        recent_wallets: '[{"id":1},"x",',
        pairing_pending: '-1e99',
        'eip155:connected_connector_id': '__proto__',
      }
      for (const [key, value] of Object.entries(items))
        localStorage.setItem(`@appkit/${key}`, value)
    },
  })
  await tab.ready()
  await tab.expectDisconnected()
  expect(await tab.networkId()).toBe('eip155:1')
  await tab.connect()
  await tab.page.reload()
  await tab.expectConnected()
})
